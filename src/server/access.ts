import type { IncomingHttpHeaders } from "node:http";
import { cookieSecret, sameSecret } from "./token.js";

/** Who may come in: by the token, or by the cookie that it was exchanged for. */
export class Access {
  /** Browsers keep cookies by host, not by port: each server's has its own name. */
  readonly cookieName: string;
  private readonly secret: string;

  constructor(
    private readonly token: string,
    port: number,
  ) {
    this.cookieName = `treekeeper_${port}`;
    this.secret = cookieSecret(token, port);
  }

  isToken(said: string): boolean {
    return sameSecret(said, this.token);
  }

  /** A wrong token is refused even beside a right cookie. */
  allows(headers: IncomingHttpHeaders): boolean {
    if (headers.authorization !== undefined) return this.isBearer(headers.authorization);
    return this.cookies(headers.cookie ?? "").some((value) => sameSecret(value, this.secret));
  }

  /** What a WebSocket's client says of itself in connection_init; null when it says nothing. */
  allowsParams(params: Readonly<Record<string, unknown>> | undefined): boolean | null {
    const said = params?.authorization ?? params?.Authorization;
    if (said !== undefined) return typeof said === "string" && this.isBearer(said);
    const token = params?.token;
    return token === undefined ? null : typeof token === "string" && this.isToken(token);
  }

  setCookie(): string {
    return `${this.cookieName}=${this.secret}; Path=/; HttpOnly; SameSite=Strict`;
  }

  private isBearer(header: string): boolean {
    const token = /^bearer +(\S+)$/i.exec(header)?.[1];
    return token !== undefined && this.isToken(token);
  }

  private cookies(header: string): string[] {
    return header
      .split(";")
      .map((part) => part.trim())
      .filter((part) => part.startsWith(`${this.cookieName}=`))
      .map((part) => part.slice(this.cookieName.length + 1))
      .slice(0, 4);
  }
}
