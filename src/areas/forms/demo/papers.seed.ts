import { Readable } from "node:stream";
import type { Actor } from "#kernel/access.ts";
import { newId } from "#kernel/ids.ts";
import type { App } from "#server/app.ts";
import { exportedList } from "#server/http/exported.ts";
import { listAll } from "#server/http/list-page.ts";
import type { JobRun } from "#server/jobs/jobs.ts";
import {
  blankPlace,
  type PaperFormat,
  type PaperSource,
  type Place,
} from "../paper/paper.labels.ts";
import { templateInput, type TemplateInput } from "../paper/paper.model.ts";
import { askForRun, makeRun } from "../paper/run.service.ts";
import { templates } from "../paper/template.service.ts";
import { takePaper } from "../paper/upload.service.ts";
import { roadPermit, vendorStatement } from "./county-papers.service.ts";

const vendors = "/api/v1/vendors";

const put = (
  field: string,
  source: PaperSource,
  format: PaperFormat = "shown",
  options: Place["options"] = [],
): Place => blankPlace({ field, source, format, options });
const same = (...options: string[]) => options.map((option) => ({ value: option, option }));

const column = (field: string, key: string, format?: PaperFormat) =>
  put(`vendor.${field}`, { from: "column", key }, format);
const vendorPlaces: Place[] = [
  column("number", "number"),
  column("name", "name"),
  column("dba", "doingBusinessAs"),
  column("uei", "uei"),
  column("city", "city"),
  column("state", "state"),
  column("phone", "phone"),
  column("email", "email"),
  column("terms", "termsDays"),
  { ...column("paid", "paymentMethod"), options: same("ach", "check") },
  column("certifications", "diversity"),
  column("insured", "insuranceExpiresOn", "mdy"),
  column("registered", "registeredUntil", "mdy"),
  { ...column("bonding", "bondingCents", "plainMoney"), align: "right" },
];

const answer = (key: string, format?: PaperFormat, options?: Place["options"]) =>
  put(key, { from: "answer", key, column: "", row: 0 }, format, options);
const permitPlaces: Place[] = [
  answer("road"),
  answer("purpose", "shown", same("work", "event", "filming")),
  answer("guests"),
  answer("what", "shown", same("lane", "road")),
  answer("detour"),
  answer("from", "mdy"),
  answer("to", "mdy"),
  answer("days"),
  { ...answer("fee", "plainMoney"), align: "right" },
];

const publish = async (
  app: App,
  actor: Actor,
  pdf: { name: string; bytes: Uint8Array },
  template: Omit<TemplateInput, "paperId">,
) => {
  const paper = await takePaper(app, actor, {
    name: pdf.name,
    stream: Readable.from([Buffer.from(pdf.bytes)]),
  });
  return app.database.transaction(actor, async (tx) => {
    const body = templateInput.parse({ ...template, paperId: paper.id });
    const draft = await templates.draft(tx, actor, body);
    return templates.publish(tx, actor, draft.id, draft.version);
  });
};

// The yearly mailing: forty vendors, by the job's own work.
const fillVendors = async (app: App, actor: Actor, templateId: string): Promise<void> => {
  const { list } = exportedList(vendors)!;
  const found = await listAll(app.database.read(actor), actor, list, { sort: "number" }, 40);
  const ids = found.map((row) => String(row.id));
  const run = await app.database.transaction(actor, (tx) =>
    askForRun(tx, actor, { templateId, path: vendors, form: "zip", ids, search: null }),
  );
  const job = { app, actor, jobId: newId(), payload: { runId: run.id }, progress: async () => {} };
  await makeRun(job satisfies JobRun<{ runId: string }>);
};

/** Two of the county's own PDFs as templates in force, and one of them filled in for forty vendors. */
export const seedPapers = async (app: App, actor: Actor, roadFormId: string): Promise<void> => {
  const permit = { name: "Road closure permit CC-231.pdf", bytes: await roadPermit() };
  await publish(app, actor, permit, {
    name: "Road closure permit (CC-231)",
    basis: { kind: "form", formId: roadFormId },
    offered: true,
    places: permitPlaces,
  });
  const statement = { name: "Vendor statement CC-114.pdf", bytes: await vendorStatement() };
  const template = await publish(app, actor, statement, {
    name: "Vendor statement (CC-114)",
    basis: { kind: "list", path: vendors },
    offered: false,
    places: vendorPlaces,
  });
  await fillVendors(app, actor, template.id);
};
