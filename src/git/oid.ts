/** A whole object id of either hash format, SHA-1 or SHA-256. */
const OID = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/;

export function isOid(text: string): boolean {
  return OID.test(text);
}

/** What reflogs write for "there was none". */
export function isNullOid(oid: string): boolean {
  return /^0+$/.test(oid);
}
