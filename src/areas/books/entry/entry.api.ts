import { endpoint, idParams, writtenRecord, type Endpoint } from "#server/http/endpoint.ts";
import { listEndpoints } from "#server/http/export.ts";
import { historyEndpoint } from "#server/http/history.ts";
import { stepEndpoints } from "#server/http/steps.ts";
import { transition } from "#server/lifecycle.ts";
import { entryDetail, entryInput, entryRow } from "./entry.model.ts";
import { entryNoun } from "./entry.noun.ts";
import { entryList, readEntry } from "./entry.read.service.ts";
import { correctEntry, draftEntry, postEntry, reverseEntry, submitEntry } from "./entry.service.ts";

const path = "/api/v1/journal-entries";

export const entryEndpoints: readonly Endpoint[] = [
  ...listEndpoints(path, "books.read", entryList, entryRow),
  endpoint({
    method: "POST",
    path,
    permission: "entry.prepare",
    summary: "Draft an entry of the general ledger",
    body: entryInput,
    response: writtenRecord,
    handler: ({ tx, actor, body }) => draftEntry(tx, actor, body),
  }),
  endpoint({
    method: "GET",
    path: `${path}/{id}`,
    permission: "books.read",
    summary: "A journal entry with its lines",
    params: idParams,
    response: entryDetail,
    handler: ({ db, actor, params }) => readEntry(db, actor, params.id),
  }),
  endpoint({
    method: "PUT",
    path: `${path}/{id}`,
    permission: "entry.prepare",
    summary: "Correct an entry that was not sent to be posted",
    params: idParams,
    body: entryInput,
    response: writtenRecord,
    handler: ({ tx, actor, params, body, ifMatch }) =>
      correctEntry(tx, actor, { id: params.id, version: ifMatch }, body),
  }),
  ...stepEndpoints(
    entryNoun,
    {
      submit: {
        summary: "Send an entry to be posted by another person",
        take: submitEntry,
      },
      post: { summary: "Post an entry as another person than prepared it", take: postEntry },
      return: {
        summary: "Return an entry to whoever prepared it",
        take: (tx, actor, taken) =>
          transition(tx, actor, entryNoun, { ...taken, action: "return" }),
      },
      reverse: { summary: "Take a posted entry back by one of its own", take: reverseEntry },
    },
    { response: entryDetail, read: readEntry, versioned: true },
  ),
  historyEndpoint(path, "journalEntry", "books.read"),
];
