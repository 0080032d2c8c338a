import type { z } from "zod";
import type { Actor } from "#kernel/access.ts";
import { formatDate } from "#kernel/dates.ts";
import { conflict, invalidField } from "#kernel/errors.ts";
import { formatCents } from "#kernel/money.ts";
import { day } from "#kernel/time.ts";
import { completeWithProject, contractsNamed } from "#areas/contracts/contracts.server.ts";
import { readOrganization } from "#areas/organization/organization.server.ts";
import { voidSignatures, type Signable } from "#areas/workflow/workflow.server.ts";
import { change } from "#server/change.ts";
import { businessDate, businessNow } from "#server/clock.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { getRow, lockRow } from "#server/db/rows.ts";
import { requireVersion } from "#server/http/endpoint.ts";
import { asSystem, transition } from "#server/lifecycle.ts";
import { html } from "#server/pdf/pdf.ts";
import type { completionInput } from "../project/project.model.ts";
import { contractIdsOf, projectNoun, type ProjectStored } from "../project/project.noun.ts";
import { project } from "../projects.tables.ts";
import { costOfContract, leftOfProject } from "../punch/sum.service.ts";
import { completionFault } from "./completion.model.ts";

/**
 * Writes the certificate of substantial completion: its day, with the punch list as it stands and what
 * that costs; signatures that were asked for under another text are void. 404, 409 `not_active`, 412;
 * 422 at the field.
 */
export const writeCertificate = (
  tx: Tx,
  actor: Actor,
  id: string,
  input: z.output<typeof completionInput>,
  version: number | null,
): Promise<ProjectStored> =>
  change(tx, actor, projectNoun, {
    id,
    version,
    action: "certificate",
    effect: async (before) => {
      if (before.status !== "active")
        throw conflict("not_active", "Only an active project becomes substantially complete.");
      const fault = completionFault(input, before.startsOn, businessDate(tx.scope));
      if (fault) throw invalidField(fault.path, fault.message);
      await voidSignatures(tx, actor, { type: "project", id }, "The certificate was written anew.");
      const { remaining, costToComplete } = await leftOfProject(tx, id);
      return {
        patch: {
          completedOn: day(input.completedOn),
          remaining,
          costToComplete,
          certifiedBy: actor.personId,
        },
      };
    },
  });

const style = [
  'body{font:10.5pt/1.45 "Public Sans",Arial,sans-serif;color:#121927}',
  "h1{font-size:18pt;margin:2pt 0}h2{font-size:11pt;margin:16pt 0 4pt}p{margin:2pt 0}",
  "dl{display:grid;grid-template-columns:52mm 1fr;gap:2pt 8pt;margin:10pt 0}",
  "dt{color:#596475}dd{margin:0}.t{white-space:pre-wrap}",
].join("");

const certificate = async (db: Db, id: string): Promise<string> => {
  const row = await getRow(db, project, id, "project");
  const [agency, contracts] = await Promise.all([
    readOrganization(db),
    contractsNamed(db, contractIdsOf(row)),
  ]);
  const facts: [string, string][] = [
    ["Project", `${row.number} ${row.name}`],
    ["Place", row.place],
    ...contracts.map((c): [string, string] => ["Contract", `${c.number} ${c.title}, ${c.vendor}`]),
    ["Substantially complete on", row.completedOn ? formatDate(row.completedOn) : ""],
    ["Cost of the remaining work", formatCents(row.costToComplete)],
  ];
  const list = facts
    .filter(([, value]) => value)
    .map(([name, value]) => `<dt>${html(name)}</dt><dd>${html(value)}</dd>`)
    .join("");
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${html(row.number)}</title>
<style>${style}</style></head><body><main><p>${html(agency.name)}</p>
<h1>Certificate of substantial completion</h1>
<p>The work is complete so far that it can be used for what it is meant for.</p><dl>${list}</dl>
<h2>To be completed or corrected</h2><p class="t">${html(row.remaining || "Nothing.")}</p>
</main></body></html>`;
};

// Signed is what stands on the punch list; what was typed before there were items stays as it is.
const changedSince = async (db: Db, row: ProjectStored): Promise<boolean> => {
  const { kept, remaining } = await leftOfProject(db, row.id);
  return kept && remaining !== row.remaining;
};

const notYet = async (db: Db, row: ProjectStored): Promise<string | null> => {
  if (row.status !== "active")
    return `${row.number} is certified while it is active, and not afterwards.`;
  if (!row.completedOn) return "Write the certificate first: its day.";
  return (await changedSince(db, row))
    ? "The punch list changed since the certificate was written. Write it anew, then have it signed."
    : null;
};

// The one contract of a project is complete on the day that the certificate tells.
const completeContract = async (tx: Tx, actor: Actor, row: ProjectStored): Promise<void> => {
  const [contractId, ...others] = contractIdsOf(row);
  if (!contractId || others.length > 0 || !row.completedOn) return;
  await completeWithProject(tx, actor, contractId, {
    completedOn: row.completedOn,
    costToCorrect: (await costOfContract(tx, contractId)) ?? row.costToComplete,
    remaining: row.remaining,
    papersOpen: true,
    fileId: null,
  });
};

/** Signs for a project that it is complete: whoever holds the authority, never who wrote the certificate. */
export const projectSignable: Signable = {
  type: "project",
  permission: "project.edit",
  subject: async (db, id) => {
    const row = await getRow(db, project, id, "project");
    const contracts = await contractsNamed(db, contractIdsOf(row));
    return {
      number: row.number,
      title: `Substantial completion of ${row.name}`.slice(0, 200),
      link: `/projects/${id}`,
      amount: contracts.reduce((sum, c) => sum + c.ceiling, 0),
      vendorId: null,
      vendor: null,
      companyId: null,
      but: row.certifiedBy ? [row.certifiedBy] : [],
      version: row.version,
      refusal: await notYet(db, row),
    };
  },
  document: (db, _actor, id) => certificate(db, id),
  begun: async (tx, _actor, id, version) => {
    const row = await lockRow(tx, project, id, "project");
    if (version !== null) requireVersion(row.version, version);
  },
  completed: async (tx, actor, id, signed) => {
    await transition(tx, asSystem(actor), projectNoun, {
      id,
      action: "complete",
      effect: async (row) => {
        await completeContract(tx, asSystem(actor), row);
        return {
          patch: {
            certifiedBy: signed.ours[0]?.personId ?? row.certifiedBy,
            certifiedAt: businessNow(tx.scope).toISOString(),
          },
          note: `Signed by ${signed.ours.map(({ name }) => name).join(", ")}`,
        };
      },
    });
  },
};
