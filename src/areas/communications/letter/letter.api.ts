import { z } from "zod";
import { endpoint, type Endpoint } from "#server/http/endpoint.ts";
import { templateRow } from "../template/template.model.ts";
import { templatesFor } from "../template/template.service.ts";
import { letterInput, letterMade, letterShown } from "./letter.model.ts";
import { showLetter, writeLetter } from "./letter.service.ts";

/** What whoever works with a record writes of it by a template in force. */
export const letterEndpoints: readonly Endpoint[] = [
  endpoint({
    method: "GET",
    path: "/api/v1/record-letters",
    permission: "letter.write",
    summary: "Templates in force for a kind of record",
    query: z.object({ noun: z.string().max(60).default("") }),
    response: z.object({ items: z.array(templateRow) }),
    handler: async ({ db, query }) => ({ items: await templatesFor(db, query.noun) }),
  }),
  endpoint({
    method: "POST",
    path: "/api/v1/rpc/letter",
    permission: "letter.write",
    summary: "A letter of a record as it will read; nothing is stored",
    ownTransaction: true,
    unkept: true,
    body: letterInput,
    response: letterShown,
    handler: ({ db, actor, body }) => showLetter(db, actor, body),
  }),
  endpoint({
    method: "POST",
    path: "/api/v1/record-letters",
    permission: "letter.write",
    summary: "Write a letter by a template: a PDF attached to the record; of a mail, also sent",
    status: 201,
    ownTransaction: true,
    body: letterInput,
    response: letterMade,
    handler: ({ app, actor, body }) => writeLetter(app, actor, body),
  }),
];
