import { z } from "zod";
import type { Actor } from "#kernel/access.ts";
import { notFound } from "#kernel/errors.ts";
import { neverLeaves, staysWhole } from "#server/agents/leaving.ts";
import { loadedAreas } from "#server/area.ts";
import { refusalOf } from "#server/http/doors.ts";
import type { Endpoint } from "#server/http/endpoint.ts";
import { nounUnder } from "#server/noun.ts";

/** A list of records that a program may read: its name in addresses, and where it is asked. */
export type Reachable = { name: string; noun: string; list: Endpoint; record: Endpoint | null };

const pathOf = (name: string) => `/api/v1/${name}`;

/** Whether it answers so many rows as it is asked for: what is no list does not. */
const isBounded = ({ query }: Endpoint): boolean =>
  query instanceof z.ZodObject && "limit" in query.shape;

/**
 * The lists of records that may leave for a program and that its person may read: of areas that the
 * agency let leave, and of no kind that never does.
 */
export const reachable = (actor: Actor, areas: readonly string[]): readonly Reachable[] =>
  loadedAreas()
    .filter(({ name }) => areas.includes(name) && !staysWhole(name))
    .flatMap(({ endpoints }) => {
      const reading = (path: string) =>
        endpoints.find((e) => e.method === "GET" && e.path === path && !e.raw) ?? null;
      const opens = (e: Endpoint | null) => e !== null && refusalOf(e, actor) === null;
      const names = new Set(endpoints.map(({ path }) => path.split("/")[3] ?? ""));
      return [...names].flatMap((name): Reachable[] => {
        const noun = nounUnder(name);
        const list = reading(pathOf(name));
        if (!noun || neverLeaves(noun.name) || !list || !isBounded(list) || !opens(list)) return [];
        const record = reading(`${pathOf(name)}/{id}`);
        return [{ name, noun: noun.name, list, record: opens(record) ? record : null }];
      });
    })
    .toSorted((a, b) => a.name.localeCompare(b.name));

/** One of these lists by its name. @throws 404 for one that may not be read, too. */
export const reach = (actor: Actor, areas: readonly string[], name: string): Reachable => {
  const found = reachable(actor, areas).find((each) => each.name === name);
  if (!found) throw notFound("list");
  return found;
};
