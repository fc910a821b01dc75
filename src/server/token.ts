import { createHash, createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { chmod, lstat, open, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Logger } from "pino";

const TOKEN_BYTES = 32;
const TOKEN = /^[A-Za-z0-9_-]{43}$/;

/** The token file holds something else. */
export class TokenRefusedError extends Error {
  override readonly name = "TokenRefusedError";
}

/**
 * The server's bearer token: made at the first start, kept in `<data>/token`, readable by its user alone.
 *
 * @throws TokenRefusedError the file is there and is not a token of ours
 */
export async function loadToken(dataDir: string, log: Logger): Promise<string> {
  const path = join(dataDir, "token");
  const facts = await lstat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return null;
    throw error;
  });
  // An empty one was begun by a start that was killed.
  if (facts === null || (facts.isFile() && facts.size === 0)) {
    const token = randomBytes(TOKEN_BYTES).toString("base64url");
    const file = await open(path, "w", 0o600);
    try {
      await file.writeFile(`${token}\n`);
      await file.sync();
    } finally {
      await file.close();
    }
    return token;
  }
  if (!facts.isFile()) throw new TokenRefusedError(`${path} is not a file. Remove it, and a new token is made.`);
  if ((facts.mode & 0o077) !== 0) {
    await chmod(path, 0o600);
    log.warn({ path }, "others could read the token; now its user alone can. Remove the file to have a new one made");
  }
  const token = (await readFile(path, "utf8")).trim();
  if (!TOKEN.test(token)) throw new TokenRefusedError(`${path} does not hold a token. Remove it, and a new one is made.`);
  return token;
}

/** In constant time, whatever the lengths. */
export function sameSecret(said: string, secret: string): boolean {
  const digest = (value: string): Buffer => createHash("sha256").update(value).digest();
  return timingSafeEqual(digest(said), digest(secret));
}

/** What a browser keeps instead of the token: as good for this server, and good for nothing else. */
export function cookieSecret(token: string, port: number): string {
  return createHmac("sha256", token).update(`treekeeper cookie ${port}`).digest("base64url");
}
