import type { EnumRef } from "@pothos/core";
import { builder, type Types } from "./builder.js";

/** Each member with its description. The record's type makes a forgotten member a compile error. */
type Described<Member extends string> = Readonly<Record<Member, string>>;

/** A GraphQL enum whose members are those of a union type. */
export function enumOf<Member extends string>(name: string, description: string, members: Described<Member>): EnumRef<Types, Member> {
  const values = Object.fromEntries(Object.entries<string>(members).map(([value, text]) => [value, { value, description: text }]));
  return builder.enumType(name, { description, values }) as unknown as EnumRef<Types, Member>;
}
