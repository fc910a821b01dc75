import type { IncomingHttpHeaders } from "node:http";
import type { Refusal } from "./refusal.js";

const HOST_HEADER = /^(\[[0-9a-f:.]+\]|[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?\.?)(?::\d{1,5})?$/i;

/** The names by which a server may be addressed. Any other Host is a name that somebody pointed at this machine (DNS rebinding). */
export function ownNames(host: string, allowedHosts: readonly string[]): ReadonlySet<string> {
  const names = ["localhost", "127.0.0.1", "[::1]", ...allowedHosts];
  if (host !== "0.0.0.0" && host !== "::") names.push(host);
  return new Set(names.map((name) => (name.includes(":") && !name.startsWith("[") ? `[${name}]` : name).toLowerCase()));
}

/**
 * Why a request does not come from where it says, or null. A web page that the user visits must not reach this server: not under another name,
 * not from another origin, not by an image or a frame.
 *
 * @param localAddress the address that the connection came in at: as a Host it is no name, so nobody can have pointed it here
 */
export function foreign(headers: IncomingHttpHeaders, names: ReadonlySet<string>, localAddress: string | undefined): Refusal | null {
  const host = headers.host?.toLowerCase() ?? "";
  const name = HOST_HEADER.exec(host)?.[1]?.replace(/\.$/, "");
  if (name === undefined || !(names.has(name) || isAddress(name, localAddress))) {
    return {
      status: 403,
      code: "HOST_REFUSED",
      message: `This server does not answer to the host ${shown(headers.host)}. Use localhost or 127.0.0.1, or start it with --allow-host.`,
    };
  }
  if (headers.origin !== undefined && !isOrigin(headers.origin, host)) {
    return {
      status: 403,
      code: "ORIGIN_REFUSED",
      message: `Requests from pages of ${shown(headers.origin)} are refused: only this server's own pages may call it.`,
    };
  }
  // A GET by an image, a script or a frame has no Origin. Following a link is what remains, and that only shows a page.
  const site = headers["sec-fetch-site"];
  const linked = headers["sec-fetch-mode"] === "navigate" && headers["sec-fetch-dest"] === "document";
  if (site !== undefined && site !== "same-origin" && site !== "none" && !linked) {
    return { status: 403, code: "ORIGIN_REFUSED", message: "Requests that another site's page makes are refused." };
  }
  return null;
}

function isAddress(name: string, localAddress: string | undefined): boolean {
  if (localAddress === undefined) return false;
  const plain = localAddress.toLowerCase().replace(/^::ffff:/, "");
  return name === (plain.includes(":") ? `[${plain}]` : plain);
}

/** The same scheme's default port is left out of both, so comparing with the Host as it was sent is right. */
function isOrigin(origin: string, host: string): boolean {
  return origin === `http://${host}` || origin === `https://${host}`;
}

function shown(value: string | undefined): string {
  return value === undefined ? "(none)" : JSON.stringify(value.slice(0, 200));
}
