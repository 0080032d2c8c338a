import { z } from "zod";
import { patchOf, wholeWith } from "#kernel/fields.ts";
import { recordAct } from "#server/http/acts.ts";
import { endpoint, idParams, type Endpoint } from "#server/http/endpoint.ts";
import { listEndpoints } from "#server/http/export.ts";
import { historyEndpoint } from "#server/http/history.ts";
import type { ListDefinition } from "#server/http/list.ts";
import {
  addEntry,
  changeEntry,
  readEntry,
  setInUse,
  usesOf,
  withUses,
  type Entry,
  type SharedList,
} from "./entry.service.ts";
import { sharedListNames } from "./master.labels.ts";
import { entryUse } from "./master.model.ts";

const reasonInput = z.object({
  reason: z.string().trim().min(3, "Say why it is retired.").max(500),
});
const stored = z.object({ id: z.string(), version: z.number() });

const storedOf = ({ id, version }: Entry) => ({ id, version });

const movesOf = (path: string, list: SharedList): Endpoint[] => {
  const { one } = sharedListNames[list.list];
  return [
    recordAct(path, "retire", {
      permission: "master.edit",
      summary: `Offer a ${one} no more; records that name it keep it`,
      body: reasonInput,
      response: stored,
      handler: async ({ tx, actor, params, body, ifMatch }) =>
        storedOf(await setInUse(tx, actor, list, params.id, false, body.reason, ifMatch)),
    }),
    recordAct(path, "restore", {
      permission: "master.edit",
      summary: `Offer a retired ${one} again`,
      body: z.object({}),
      response: stored,
      handler: async ({ tx, actor, params, ifMatch }) =>
        storedOf(await setInUse(tx, actor, list, params.id, true, "", ifMatch)),
    }),
  ];
};

/** What every shared list answers: its list and export, one entry with its uses, changes. */
export const sharedListEndpoints = (
  path: string,
  list: SharedList,
  definition: ListDefinition,
  row: z.ZodType,
): Endpoint[] => {
  const { one } = sharedListNames[list.list];
  return [
    ...listEndpoints(path, "masterList.read", definition, row, async (db, _actor, page) => ({
      ...page,
      items: await withUses(db, list.list, page.items),
    })),
    endpoint({
      method: "POST",
      path,
      permission: "master.edit",
      summary: `Add a ${one}`,
      body: list.input,
      response: stored,
      handler: async ({ tx, actor, body }) => storedOf(await addEntry(tx, actor, list, body)),
    }),
    endpoint({
      method: "GET",
      path: `${path}/{id}/uses`,
      permission: "masterList.read",
      summary: `Where a ${one} is used, with how often`,
      params: idParams,
      response: z.object({ items: z.array(entryUse) }),
      handler: async ({ db, params }) => ({
        items: await usesOf(db, list.list, await readEntry(db, list, params.id)),
      }),
    }),
    endpoint({
      method: "PATCH",
      path: `${path}/{id}`,
      permission: "master.edit",
      summary: `Change a ${one}`,
      params: idParams,
      body: patchOf(list.fields),
      response: stored,
      handler: async ({ tx, actor, params, body, ifMatch }) => {
        const before = await readEntry(tx, list, params.id);
        const whole = wholeWith(list.input, list.fields, before, body);
        return storedOf(
          await changeEntry(tx, actor, list, params.id, whole, ifMatch ?? before.version),
        );
      },
    }),
    ...movesOf(path, list),
    historyEndpoint(path, one, "masterList.read"),
  ];
};
