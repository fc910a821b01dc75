import { createHash } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { promisify } from "node:util";
import { constants, createGunzip, gzip } from "node:zlib";
import { EXAMPLES } from "./examples.js";

interface Rendered {
  readonly body: Buffer;
  readonly etag: string;
}

/** The page needs nothing from elsewhere, and may fetch nothing from elsewhere. Its editor makes workers from blobs. */
function policyFor(host: string): string {
  return [
    "default-src 'none'",
    "script-src 'unsafe-inline' 'unsafe-eval' blob:",
    "worker-src blob:",
    "style-src 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self' data:",
    `connect-src 'self' blob: data: ws://${host} wss://${host}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
}

/** GraphiQL, 9 MB of HTML: rendered and compressed once, when it is first asked for, and kept compressed. */
export class GraphiqlPage {
  private rendered: Promise<Rendered> | null = null;

  async send(request: IncomingMessage, response: ServerResponse): Promise<void> {
    this.rendered ??= render().catch((error: unknown) => {
      this.rendered = null;
      throw error;
    });
    const { body, etag } = await this.rendered;
    const packed = acceptsGzip(request);
    const tag = `"${etag}${packed ? "-gz" : ""}"`;
    const headers = {
      "cache-control": "private, no-cache",
      "content-security-policy": policyFor(request.headers.host ?? ""),
      "content-type": "text/html; charset=utf-8",
      "x-frame-options": "DENY",
      etag: tag,
      vary: "accept-encoding",
      ...(packed ? { "content-encoding": "gzip", "content-length": body.length } : {}),
    };
    if (matches(request.headers["if-none-match"], tag)) {
      response.writeHead(304, { etag: tag, "cache-control": headers["cache-control"], vary: headers.vary }).end();
      return;
    }
    response.writeHead(200, headers);
    if (request.method === "HEAD") response.end();
    else if (packed) response.end(body);
    else await pipeline(Readable.from([body]), createGunzip(), response).catch(ignoreEarlyEnd);
  }
}

async function render(): Promise<Rendered> {
  // Loaded only when somebody looks: a server that is only called keeps the memory.
  const { renderGraphiQL } = await import("@graphql-yoga/render-graphiql");
  const html = renderGraphiQL({
    title: "Treekeeper",
    endpoint: "/graphql",
    credentials: "same-origin",
    subscriptionsProtocol: "WS",
    schemaDescription: true,
    shouldPersistHeaders: false,
    defaultTabs: EXAMPLES.map(({ query, variables }) => ({ query, variables: JSON.stringify(variables, null, 2) })),
  });
  const body = await promisify(gzip)(html, { level: constants.Z_DEFAULT_COMPRESSION });
  return { body, etag: createHash("sha256").update(body).digest("base64url").slice(0, 22) };
}

function acceptsGzip(request: IncomingMessage): boolean {
  const header = request.headers["accept-encoding"];
  return /(?:^|,)\s*(?:gzip|\*)\s*(?:;\s*q=(?!0(?:\.0*)?\s*(?:,|$))[0-9.]+)?\s*(?:,|$)/i.test(
    Array.isArray(header) ? header.join(",") : (header ?? ""),
  );
}

function matches(header: string | undefined, tag: string): boolean {
  if (header === undefined) return false;
  return header.split(",").some((part) => {
    const one = part.trim().replace(/^W\//, "");
    return one === tag || one === "*";
  });
}

function ignoreEarlyEnd(error: NodeJS.ErrnoException): void {
  if (error.code !== "ERR_STREAM_PREMATURE_CLOSE") throw error;
}
