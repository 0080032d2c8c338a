import { createHash } from "node:crypto";
import { conflict } from "#kernel/errors.ts";
import { placeOf, withParts } from "#areas/governance/governance.server.ts";
import { membersNamed, readOrganization } from "#areas/organization/organization.server.ts";
import type { Db } from "#server/db/db.ts";
import { getRow } from "#server/db/rows.ts";
import type { FilledForm } from "../forms/forms.model.ts";
import { formsOf } from "../forms/forms.service.ts";
import { paDeclaration, paProject, paRequest } from "../recovery.tables.ts";
import { traceOf, type Trace } from "../request/trace.service.ts";
import { folders, type Folder } from "./bundle.labels.ts";
import type { BundleSums } from "./bundle.model.ts";
import type { CoverFacts } from "./papers.service.ts";

/** A file of evidence with its place in the ZIP. */
type Evidence = { path: string; sha256: string };
export type Contents = {
  sums: BundleSums;
  facts: CoverFacts;
  forms: readonly FilledForm[];
  trace: Trace;
  evidence: readonly Evidence[];
  /** All records whose audit entries belong to it. */
  objectIds: readonly string[];
  /** What all of this is made of, as one digest: the same sources give the same bundle. */
  sources: string;
};

type Request = typeof paRequest.$inferSelect;

const certified = new Set(["certified", "submitted", "paid"]);
/** 409 where a request is not certified: there is nothing that stands still. */
export const requireCertified = (r: Request): void => {
  if (!certified.has(r.status))
    throw conflict("rule", `${r.number} is not certified, so nothing of it stands still yet.`);
};

const sumsOf = (trace: Trace, names: Pick<BundleSums, "number" | "project" | "declaration">) => {
  const sum = (part: "cents" | "insured" | "federal" | "match") =>
    trace.items.reduce((n, i) => n + i[part], 0);
  return {
    ...names,
    lines: trace.items.length,
    total: sum("cents"),
    insured: sum("insured"),
    federal: sum("federal"),
    match: sum("match"),
  };
};

// Each content once, in the folder of its record in the folder in which it comes first.
const placed = (r: Request, projectId: string, trace: Trace): Evidence[] => {
  const { damage, procurement, receipts, invoices } = trace.records;
  const order: readonly (readonly [Folder, readonly string[]])[] = [
    ["request", [r.id]],
    ["project", [projectId]],
    ["procurement", procurement],
    ["receipt", receipts],
    ["invoice", invoices],
    ["damage", damage.map((d) => d.id)],
  ];
  const by = new Map<string, { name: string; sha256: string }[]>();
  for (const f of trace.files) by.set(f.objectId, [...(by.get(f.objectId) ?? []), f]);
  const seen = new Set<string>();
  const placeIn = (folder: Folder, id: string) => {
    const number = trace.numbers.get(id);
    return number ? `${folders[folder]}/${number}` : folders[folder];
  };
  return order.flatMap(([folder, ids]) =>
    ids.flatMap((id) =>
      (by.get(id) ?? [])
        .filter((f) => !seen.has(f.sha256) && seen.add(f.sha256))
        .map((f, at) => ({
          path: `${placeIn(folder, id)}/${placeOf(f.name, at).slice("files/".length)}`,
          sha256: f.sha256,
        })),
    ),
  );
};

const coverFacts = async (db: Db, r: Request, title: string): Promise<CoverFacts> => {
  const [organization, people] = await Promise.all([
    readOrganization(db),
    membersNamed(db, { ids: [r.preparedBy, r.certifiedBy].filter((id) => id !== null) }),
  ]);
  const name = (id: string | null) => people.find((p) => p.id === id)?.name ?? "";
  return {
    agency: organization.name,
    timeZone: organization.timeZone,
    title,
    preparedBy: name(r.preparedBy),
    certifiedBy: name(r.certifiedBy),
    certifiedAt: r.certifiedAt ?? r.createdAt,
    certificate: r.certificate ?? "",
  };
};

/**
 * All that goes into the bundle of a certified request, read but not made yet. 404; 409 where it is not
 * certified, or its lines are not the ones that were.
 */
export const contentsOf = async (db: Db, requestId: string): Promise<Contents> => {
  const r = await getRow(db, paRequest, requestId, "request");
  requireCertified(r);
  const p = await getRow(db, paProject, r.projectId, "project");
  const d = await getRow(db, paDeclaration, p.declarationId, "declaration");
  const [trace, forms, facts] = await Promise.all([
    traceOf(db, requestId),
    formsOf(db, p.id, requestId),
    coverFacts(db, r, p.title),
  ]);
  const sums = sumsOf(trace, { number: r.number, project: p.number, declaration: d.number });
  if (sums.total !== r.total || sums.federal !== r.federal || sums.match !== r.match)
    throw conflict("changed", `The lines of ${r.number} are not the ones that were certified.`);
  const evidence = placed(r, p.id, trace);
  const { damage, procurement, receipts, invoices, hours } = trace.records;
  const objectIds = await withParts(db, [
    r.id,
    p.id,
    d.id,
    ...damage.map((one) => one.id),
    ...procurement,
    ...receipts,
    ...invoices,
    ...hours,
  ]);
  const sources = createHash("sha256")
    .update(
      JSON.stringify([
        sums,
        facts,
        forms,
        trace.text,
        trace.photos,
        trace.payments,
        trace.hours,
        evidence,
        objectIds.toSorted(),
      ]),
    )
    .digest("hex");
  return { sums, facts, forms, trace, evidence, objectIds, sources };
};
