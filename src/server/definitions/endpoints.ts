import type { PgTable } from "drizzle-orm/pg-core";
import { z } from "zod";
import type { Permission } from "#kernel/access.ts";
import type { DefinitionHead } from "#kernel/definition.ts";
import { patchOf } from "#kernel/fields.ts";
import { actAt, recordAct } from "../http/acts.ts";
import { endpoint, idParams, type Endpoint } from "../http/endpoint.ts";
import type { Definition } from "./define.ts";
import { mostFileBytes } from "./file.ts";

const checkLine = z
  .object({ sentence: z.string(), ok: z.boolean(), path: z.string() })
  .meta({ id: "PublishCheck" });
const versionRef = z.object({ id: z.string(), versionNo: z.number() });
const comparison = z
  .object({
    before: versionRef,
    after: versionRef,
    items: z.array(
      z.object({ path: z.string(), before: z.string().nullable(), after: z.string().nullable() }),
    ),
  })
  .meta({ id: "DefinitionComparison" });
const definitionFile = z
  .object({
    schema: z.string().max(200),
    schemaVersion: z.number().int().min(1),
    definition: z.unknown(),
  })
  .meta({ id: "DefinitionFile" });

type Api = {
  /** "/api/v1/approval-policies" */
  path: string;
  /** Who sees check lists and differences. */
  read: Permission;
  /** Who drafts, changes, publishes, retires, exports and imports. */
  write: Permission;
  /** Who publishes and retires, where that is not who drafts. */
  publish?: Permission;
  /** A version, as the API answers it. */
  row: z.ZodType;
};

const writing = <T extends PgTable, S extends z.ZodObject>(
  d: Definition<T, S>,
  { path, write, row }: Api,
): Endpoint[] => [
  endpoint({
    method: "POST",
    path,
    permission: write,
    summary: `Draft a ${d.kind.what}, or the next version of one`,
    query: z.object({ nextVersionOf: z.uuid().optional() }),
    body: d.kind.body,
    response: row,
    handler: ({ actor, tx, body, query }) =>
      d.draft(tx, actor, body as z.output<S>, query.nextVersionOf ?? null),
  }),
  endpoint({
    method: "PATCH",
    path: `${path}/{id}`,
    permission: write,
    summary: "Change a draft",
    params: idParams,
    body: patchOf(d.kind.body.shape),
    response: row,
    handler: ({ actor, tx, params, body, ifMatch }) =>
      d.change(tx, actor, params.id, body as Partial<z.output<S>>, ifMatch),
  }),
];

const steps = <T extends PgTable, S extends z.ZodObject>(
  d: Definition<T, S>,
  { path, write, publish = write, row }: Api,
): Endpoint[] =>
  (["publish", "retire"] as const).map((name) =>
    recordAct(path, name, {
      permission: publish,
      summary: name === "publish" ? "Publish a draft" : `Retire a ${d.kind.what}`,
      response: row,
      handler: ({ actor, tx, params, ifMatch }) => d[name](tx, actor, params.id, ifMatch),
    }),
  );

const reading = <T extends PgTable, S extends z.ZodObject>(
  d: Definition<T, S>,
  { path, read }: Api,
): Endpoint[] => [
  endpoint({
    method: "GET",
    path: `${path}/{id}/checks`,
    permission: read,
    summary: `What must hold before a ${d.kind.what} is published`,
    params: idParams,
    response: z.object({ items: z.array(checkLine) }),
    handler: async ({ db, params }) => ({ items: await d.checks(db, params.id) }),
  }),
  endpoint({
    method: "GET",
    path: `${path}/{id}/differences`,
    permission: read,
    summary: `Where a version of a ${d.kind.what} differs from another one`,
    params: idParams,
    query: z.object({ against: z.uuid("Not a record id.") }),
    response: comparison,
    handler: async ({ db, params, query }) => {
      const { before, after, items } = await d.compare(db, params.id, query.against);
      const told = ({ id, versionNo }: DefinitionHead) => ({ id, versionNo });
      return { before: told(before), after: told(after), items };
    },
  }),
];

const files = <T extends PgTable, S extends z.ZodObject>(
  d: Definition<T, S>,
  { path, write, row }: Api,
): Endpoint[] => [
  endpoint({
    method: "GET",
    path: `${path}/{id}/file`,
    permission: write,
    summary: `A version of a ${d.kind.what} as a file for another agency`,
    params: idParams,
    response: definitionFile,
    handler: ({ db, params }) => d.toFile(db, params.id),
  }),
  actAt(path, "import", {
    permission: write,
    summary: `Take a ${d.kind.what} from a file, as a draft`,
    body: definitionFile,
    bodyLimit: mostFileBytes,
    response: row,
    handler: ({ actor, tx, body }) => d.fromFile(tx, actor, body),
  }),
];

/**
 * The API of a kind: draft, change, publish, retire, check list, differences, file and import. Its
 * list is the kind's own.
 */
export const definitionEndpoints = <T extends PgTable, S extends z.ZodObject>(
  definition: Definition<T, S>,
  api: Api,
): Endpoint[] => [
  ...writing(definition, api),
  ...steps(definition, api),
  ...reading(definition, api),
  ...files(definition, api),
];
