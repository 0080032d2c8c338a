import { z } from "zod";
import { notFound } from "#kernel/errors.ts";
import { note } from "#server/change.ts";
import { published } from "#server/db/scopes/published.ts";
import { sql } from "#server/db/sql.ts";
import { sendFile } from "#server/files/send-file.ts";
import { endpoint, idParams, type Endpoint } from "#server/http/endpoint.ts";
import { exportedListAt } from "#server/http/exported.ts";
import { isAway } from "#server/db/away.ts";
import { defineJob, enqueue } from "#server/jobs/jobs.ts";
import type { App } from "#server/app.ts";
import { visibleSubmission } from "../submission/submission.read.service.ts";
import { formOf } from "../submission/form-of.service.ts";
import { offersFor, submissionPaper } from "./one.service.ts";
import { paperOffers, runInput, runRow } from "./paper.model.ts";
import { askForRun, dropRun, makeRun, runFile, runsOf } from "./run.service.ts";
import { templatesInForce } from "./template.service.ts";

const path = "/api/v1/paper-runs";

/** Fills records in; what was begun before a restart goes on behind what is done. */
export const paperJob = defineJob({
  kind: "paper.run",
  lane: "long",
  payload: z.object({ runId: z.uuid() }),
  run: async (job) => {
    try {
      const { id, made, refused, ready } = await makeRun(job);
      return {
        result: { filled: made, refused: refused.length },
        resultPath: ready ? `${path}/${id}/file` : "/forms?tab=papers",
      };
    } catch (error) {
      // Where the database is away the queue brings the job again, and it goes on.
      if (!isAway(error))
        await job.app.database.transaction(job.actor, (tx) => dropRun(tx, job.payload.runId));
      throw error;
    }
  },
  dropped: (tx, { runId }) => dropRun(tx, runId),
});

/** The empty PDF that is offered beside a public form in force; null where none is. */
export const emptyPaperOf = (
  app: App,
  slug: string,
): Promise<{ sha256: string; name: string } | null> =>
  published(app.database).maybe<{ sha256: string; name: string }>(sql`
    select p.sha256, p.name
    from form_definition f
    join paper_template t on t.org_id = f.org_id and t.basis ->> 'formId' = f.definition_id::text
    join paper p on p.org_id = t.org_id and p.id = t.paper_id
    where f.slug = ${slug}
      and f.status = 'published'
      and f.audience = 'public'
      and t.status = 'published'
      and t.offered
    order by t.published_at desc
    limit 1
  `);

const ofSubmissions: readonly Endpoint[] = [
  endpoint({
    method: "GET",
    path: "/api/v1/form-submissions/{id}/papers",
    permission: "form.fill",
    summary: "PDF templates that a submission can be filled into",
    params: idParams,
    response: z.object({ items: z.array(z.object({ id: z.string(), name: z.string() })) }),
    handler: async ({ db, actor, params }) => {
      const submission = await visibleSubmission(db, actor, params.id);
      const form = await formOf(db, submission);
      const found = await templatesInForce(db, form.definitionId);
      return { items: found.map(({ id, name }) => ({ id, name })) };
    },
  }),
  endpoint({
    method: "GET",
    path: "/api/v1/form-submissions/{id}/papers/{templateId}",
    permission: "form.fill",
    summary: "A submission as the agency's PDF",
    params: idParams.extend({ templateId: z.uuid("Not a template.") }),
    raw: true,
    handler: async ({ app, actor, params, reply }) => {
      const { bytes, name, sha256 } = await submissionPaper(
        app,
        actor,
        params.id,
        params.templateId,
      );
      return reply
        .header("content-disposition", `attachment; filename*=UTF-8''${encodeURIComponent(name)}`)
        .header("x-sha256", sha256)
        .type("application/pdf")
        .send(Buffer.from(bytes));
    },
  }),
];

/** Filling PDFs from records: one submission, many records of any list, and the empty one. */
export const paperRunEndpoints: readonly Endpoint[] = [
  ...ofSubmissions,
  endpoint({
    method: "GET",
    path: "/api/v1/paper-offers",
    permission: "form.fill",
    summary: "PDF templates in force of lists that you may export",
    response: paperOffers,
    handler: async ({ db, actor }) => ({
      items: await offersFor(db, (list) => exportedListAt(actor, list) !== undefined),
    }),
  }),
  endpoint({
    method: "GET",
    path,
    permission: "form.fill",
    summary: "PDFs that you had filled in from many records, newest first",
    response: z.object({ items: z.array(runRow) }),
    handler: async ({ db, actor }) => ({ items: await runsOf(db, actor.personId) }),
  }),
  endpoint({
    method: "POST",
    path,
    permission: "form.fill",
    summary: "Fill a template in from up to 500 records of its list; a job makes the file",
    status: 202,
    body: runInput,
    response: z.object({ id: z.string(), jobId: z.string() }),
    handler: async ({ tx, actor, body }) => {
      const run = await askForRun(tx, actor, body);
      const title = `${run.title}: ${run.asked} ${run.asked === 1 ? "record" : "records"}`;
      const jobId = await enqueue(tx, actor, paperJob, { runId: run.id }, title);
      return { id: run.id, jobId };
    },
  }),
  endpoint({
    method: "GET",
    path: `${path}/{id}/file`,
    permission: "form.fill",
    summary: "The ZIP or PDF of a run that you asked for",
    params: idParams,
    raw: true,
    handler: async ({ db, actor, app, params, reply }) => {
      const file = await runFile(db, actor, params.id);
      await app.database.transaction(actor, async (tx) =>
        note(tx, actor, "paperRun", params.id, {
          action: "download",
          after: { sha256: file.sha256 },
          event: null,
        }),
      );
      return sendFile(app.files, reply, file);
    },
  }),
  endpoint({
    method: "GET",
    path: "/api/v1/public/forms/{slug}/blank",
    permission: "public",
    tag: "public site",
    summary: "The empty PDF of a public form, to fill in by hand",
    params: z.object({ slug: z.string().min(1).max(60) }),
    raw: true,
    handler: async ({ app, params, reply }) => {
      const found = await emptyPaperOf(app, params.slug);
      if (!found) throw notFound("PDF");
      return sendFile(app.files, reply, found);
    },
  }),
];
