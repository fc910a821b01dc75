import { z } from "zod";

const Stored = z.object({
  reason: z.string(),
  unsaved: z.array(z.object({ kind: z.string(), path: z.string(), detail: z.string().optional() })),
  unsavedTotal: z.number().int(),
});

/** The part of a stored judgement (git/verdict.ts) that the API shows. */
export interface StoredVerdict {
  reason: string;
  unsaved: { kind: string; path: string; detail: string | null }[];
  unsavedTotal: number;
}

/** A resource's verdictDetail. What can't be read is shown as nothing rather than failing the query. */
export function storedVerdict(detail: string | null): StoredVerdict {
  const parsed = Stored.safeParse(json(detail));
  if (!parsed.success) return { reason: "", unsaved: [], unsavedTotal: 0 };
  return { ...parsed.data, unsaved: parsed.data.unsaved.map((item) => ({ ...item, detail: item.detail ?? null })) };
}

function json(text: string | null): unknown {
  try {
    return text === null ? null : JSON.parse(text);
  } catch {
    return null;
  }
}
