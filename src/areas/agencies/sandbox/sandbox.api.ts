import { z } from "zod";
import { standingMembers } from "#areas/organization/organization.server.ts";
import { recordAct } from "#server/http/acts.ts";
import { endpoint, type Endpoint } from "#server/http/endpoint.ts";
import { enqueue } from "#server/jobs/jobs.ts";
import { practiceLetters } from "#server/mail/mail.ts";
import { sandboxEndJob } from "./end.jobs.ts";
import { sandboxJob } from "./sandbox.jobs.ts";
import {
  practiceLetter,
  sandboxInput,
  sandboxPerson,
  sandboxReason,
  sandboxRow,
  sandboxWritten,
} from "./sandbox.model.ts";
import { askSandbox, endSandbox, keepJob, sandboxesOf } from "./sandbox.service.ts";

const path = "/api/v1/agency-sandboxes";

/** Copies of the agency for practice: asked for, listed, ended; and the letters that they keep. */
export const sandboxEndpoints: readonly Endpoint[] = [
  endpoint({
    method: "GET",
    path,
    permission: "agency.sandbox",
    summary: "Practice copies of the agency, the newest first",
    response: z.object({ items: z.array(sandboxRow) }),
    handler: async ({ db, actor }) => ({ items: await sandboxesOf(db, actor.personId) }),
  }),
  endpoint({
    method: "GET",
    path: `${path}/choices`,
    permission: "agency.sandbox",
    summary: "Who can be let into a practice copy",
    response: z.object({ items: z.array(sandboxPerson) }),
    handler: async ({ db }) => ({
      items: (await standingMembers(db)).map(({ id, name, role }) => ({ id, name, role })),
    }),
  }),
  endpoint({
    method: "POST",
    path,
    permission: "agency.sandbox",
    summary: "Ask for a practice copy of the agency for chosen members; a job makes it",
    status: 202,
    body: sandboxInput,
    response: sandboxWritten.extend({ jobId: z.string() }),
    handler: async ({ tx, actor, body }) => {
      const row = await askSandbox(tx, actor, body);
      const payload = { sandboxId: row.id };
      const title = "Practice copy of the agency";
      const jobId = await enqueue(tx, actor, sandboxJob, payload, title, "/tenant-management");
      await keepJob(tx, row.id, jobId);
      return { ...row, jobId };
    },
  }),
  recordAct(path, "end", {
    permission: "agency.sandbox",
    opensIn: "read_only",
    summary: "End a practice copy: it closes at once and is deleted",
    body: sandboxReason,
    response: sandboxWritten,
    handler: async ({ tx, actor, params, body, ifMatch }) => {
      const { reason } = body;
      const row = await endSandbox(tx, actor, { id: params.id, version: ifMatch, reason });
      const title = "End of the practice copy";
      await enqueue(tx, actor, sandboxEndJob, { sandboxId: row.id }, title, "/tenant-management");
      return row;
    },
  }),
  endpoint({
    method: "GET",
    path: "/api/v1/practice-letters",
    permission: "agency.sandbox",
    summary:
      "The letters that a practice copy kept, the newest hundred; none in an agency of its own",
    response: z.object({ items: z.array(practiceLetter) }),
    handler: async ({ app, actor }) => ({
      items: await practiceLetters(app.database, actor.orgId!, app.config.origin),
    }),
  }),
];
