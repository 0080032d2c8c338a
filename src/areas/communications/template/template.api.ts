import { z } from "zod";
import { definitionEndpoints } from "#server/definitions/endpoints.ts";
import { endpoint, type Endpoint } from "#server/http/endpoint.ts";
import { titleOf } from "#server/http/exported.ts";
import { letterNouns, mergeFields } from "../merge/fields.service.ts";
import { mergeField, previewAnswer, previewInput, templateRow } from "./template.model.ts";
import { listTemplates, previewText, templates } from "./template.service.ts";

const path = "/api/v1/letter-templates";

/** What designers of letters do: write templates, look at them with real records, publish them. */
export const templateEndpoints: readonly Endpoint[] = [
  endpoint({
    method: "GET",
    path,
    permission: "template.design",
    summary: "The agency's templates in all their versions",
    response: z.object({ items: z.array(templateRow) }),
    handler: async ({ db }) => ({ items: await listTemplates(db) }),
  }),
  ...definitionEndpoints(templates, {
    path,
    read: "template.design",
    write: "template.design",
    publish: "template.publish",
    row: templateRow,
  }),
  endpoint({
    method: "GET",
    path: "/api/v1/letter-nouns",
    permission: "letter.write",
    summary: "Kinds of records of which you may write letters",
    response: z.object({ items: z.array(z.object({ noun: z.string(), label: z.string() })) }),
    handler: async ({ actor }) => ({
      items: letterNouns()
        .filter(({ permission }) => actor.permissions.has(permission))
        .map(({ kind, list }) => ({ noun: kind, label: titleOf(list) })),
    }),
  }),
  endpoint({
    method: "GET",
    path: "/api/v1/merge-fields",
    permission: "template.design",
    summary: "The fields that a text of a kind of record may name",
    query: z.object({ noun: z.string().max(60).default("") }),
    response: z.object({ items: z.array(mergeField) }),
    handler: async ({ query }) => ({ items: [...mergeFields(query.noun)] }),
  }),
  endpoint({
    method: "POST",
    path: "/api/v1/rpc/letter-preview",
    permission: "template.design",
    summary: "A text with the values of a record, and what is wrong with it; nothing is stored",
    ownTransaction: true,
    unkept: true,
    body: previewInput,
    response: previewAnswer,
    handler: ({ db, actor, body: { objectId, ...text } }) =>
      previewText(db, actor, text, objectId ?? null),
  }),
];
