import { Readable } from "node:stream";
import { z } from "zod";
import { eraseContent } from "#server/audit/audit.ts";
import { businessDate } from "#server/clock.ts";
import { recordAct } from "#server/http/acts.ts";
import { endpoint, idParams, type Endpoint } from "#server/http/endpoint.ts";
import { listEndpoints } from "#server/http/export.ts";
import {
  auditCheckpointRow,
  auditEntryRow,
  auditKey,
  auditProof,
  auditSummary,
  bundleInput,
  eraseInput,
} from "./audit.model.ts";
import {
  checkpointList,
  entryList,
  ledgerSummary,
  openBundle,
  proofOf,
  publicKey,
} from "./audit.service.ts";

const inChunks = async function* (
  first: IteratorResult<string>,
  lines: AsyncGenerator<string>,
): AsyncGenerator<string> {
  let chunk = first.done ? "" : `${first.value}\n`;
  for await (const line of lines) {
    chunk += `${line}\n`;
    if (chunk.length > 65_536) {
      yield chunk;
      chunk = "";
    }
  }
  if (chunk) yield chunk;
};

export const auditEndpoints: Endpoint[] = [
  ...listEndpoints("/api/v1/audit-entries", "audit.read", entryList, auditEntryRow),
  ...listEndpoints("/api/v1/audit-checkpoints", "audit.read", checkpointList, auditCheckpointRow),
  endpoint({
    method: "GET",
    path: "/api/v1/audit-ledger",
    permission: "audit.read",
    summary: "State of the agency's audit ledger",
    response: auditSummary,
    handler: ({ db }) => ledgerSummary(db),
  }),
  endpoint({
    method: "GET",
    path: "/api/v1/audit-key",
    permission: "public",
    summary: "Public key that checkpoints are signed with",
    response: auditKey,
    handler: async () => publicKey(),
  }),
  endpoint({
    method: "GET",
    path: "/api/v1/audit-entries/{id}/proof",
    permission: "audit.read",
    summary: "Inclusion proof of one entry under the newest checkpoint",
    params: idParams,
    response: auditProof,
    handler: ({ db, params }) => proofOf(db, params.id),
  }),
  recordAct("/api/v1/audit-entries", "erase", {
    permission: "audit.erase",
    summary: "Erase an entry's content on a ground of privacy law; the proofs stay",
    body: eraseInput,
    response: z.object({ id: z.string() }),
    handler: async ({ actor, tx, params, body }) => ({
      id: await eraseContent(tx, actor, params.id, body.reason),
    }),
  }),
  endpoint({
    method: "POST",
    path: "/api/v1/audit-bundles",
    permission: "audit.export",
    summary: "Evidence bundle (JSON Lines) for offline verification",
    body: bundleInput,
    raw: true,
    handler: async ({ actor, app, body, reply }) => {
      const lines = await openBundle(app.database, actor, body);
      const first = await lines.next();
      return reply
        .type("application/jsonl; charset=utf-8")
        .header(
          "content-disposition",
          `attachment; filename="audit-${body.all ? "ledger" : "evidence"}-${businessDate(actor)}.jsonl"`,
        )
        .send(Readable.from(inChunks(first, lines)));
    },
  }),
];
