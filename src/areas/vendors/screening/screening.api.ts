import { recordFile } from "#server/files/stored-file.ts";
import { z } from "zod";
import type { Actor } from "#kernel/access.ts";
import { Problem } from "#kernel/errors.ts";
import { businessDate } from "#server/clock.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { oneFile } from "#server/files/upload.ts";
import { actAt, recordAct } from "#server/http/acts.ts";
import { endpoint, idParams, type Endpoint } from "#server/http/endpoint.ts";
import { enqueue } from "#server/jobs/jobs.ts";
import { sourceAges, sourcesOf } from "#areas/connectors/connectors.server.ts";
import { beginList, mostListBytes } from "./exclusion-list.service.ts";
import { columnsOfList, matchList } from "./list-columns.service.ts";
import { fetchListJob, fetchTitle, loadListJob, screenAllJob } from "./screening.jobs.ts";
import {
  exclusionSourceOf,
  neededSource,
  saveSource,
  sourceFor,
} from "./exclusion-source.service.ts";
import {
  decisionInput,
  listColumns,
  listOverview,
  matchInput,
  screeningsAnswer,
  searchInput,
  sourceInput,
  sourceRow,
  type ExclusionListRow,
  type ListOverview,
} from "./screening.model.ts";
import { recordSearch } from "./record-search.service.ts";
import { decideScreening } from "./screening-decision.service.ts";
import { screenVendor } from "./screening.service.ts";
import { readScreenings } from "./screening.read.service.ts";

const path = "/api/v1/exclusion-lists";
const day = 86_400_000;

const overview = async (db: Db, actor: Actor): Promise<ListOverview> => {
  const org = db.scope.orgId;
  const [items, source, vendors] = await Promise.all([
    db.rows<ExclusionListRow>(sql`
      select
        l.id, l.file_name, l.sha256, l.list_date, l.state, l.rows_loaded, l.rows_rejected, l.error,
        l.error_code, l.loaded_at, l.created_at, p.display_name as loader
      from exclusion_list l
      left join person p on p.id = l.loaded_by
      where l.org_id = ${org}
      order by l.created_at desc
      limit 25
    `),
    exclusionSourceOf(db),
    db.one<ListOverview["vendors"]>(sql`
      select
        count(*) as total, count(*) filter (where screening_result = 'clear') as clear,
        count(*) filter (where screening_result = 'possible') as possible,
        count(*) filter (where screening_result = 'excluded') as excluded,
        count(*) filter (where screened_at is null) as never,
        count(*) filter (where screened_at < (
          select loaded_at
          from exclusion_list l
          where l.org_id = ${org} and l.state = 'current'
        )) as stale
      from vendor
      where org_id = ${org} and status <> 'inactive'
    `),
  ]);
  const current = items.find((l) => l.state === "current");
  return {
    items,
    source: sourceFor(actor, source),
    vendors,
    ageDays: current
      ? Math.max(
          0,
          Math.round((Date.parse(businessDate(db.scope)) - Date.parse(current.listDate)) / day),
        )
      : null,
  };
};

// A file becomes a list that is being loaded, and a job that loads it.
const loadOf = async (
  tx: Tx,
  actor: Actor,
  file: { id: string; name: string; sha256: string },
  acceptShorter: boolean,
) => {
  const { id } = await beginList(tx, actor, file, null, acceptShorter);
  const load = { listId: id, thenScreen: true };
  return { id, jobId: await enqueue(tx, actor, loadListJob, load, `Exclusion list ${file.name}`) };
};

export const screeningEndpoints: readonly Endpoint[] = [
  endpoint({
    method: "GET",
    path,
    permission: "vendor.read",
    summary: "Loaded exclusion lists, their age, and how vendors came out",
    response: listOverview,
    handler: ({ db, actor }) => overview(db, actor),
  }),
  endpoint({
    method: "GET",
    path: "/api/v1/exclusion-list-sources",
    permission: "vendor.read",
    summary: "Connectors that bring the exclusion list, with how old what they brought is",
    response: sourceAges,
    handler: async ({ db }) => ({ items: await sourcesOf(db, "exclusion-list") }),
  }),
  endpoint({
    method: "POST",
    path,
    permission: "vendor.screen",
    summary:
      "Load a SAM.gov Public Exclusions extract (multipart: file, CSV of at most 400 MB), then screen every vendor",
    ownTransaction: true,
    status: 202,
    query: z.object({ shorter: z.enum(["true", "false"]).default("false") }),
    response: z.object({ id: z.string(), jobId: z.string() }),
    handler: async ({ actor, app, request, query }) => {
      const { name, stream } = await oneFile(
        request,
        "Send one file in the multipart field `file`.",
        { fileSize: mostListBytes + 1 },
      );
      const stored = await app.files.put(stream, mostListBytes);
      if (stored.mediaType !== "text/plain")
        throw new Problem(
          "invalid",
          "file_type",
          "Take the CSV file out of the ZIP first, then load it.",
          { errors: [{ path: "file", message: "A CSV file is needed." }] },
        );
      return app.database.transaction(actor, async (tx) => {
        const id = await recordFile(tx, {
          ...stored,
          orgId: actor.orgId!,
          name,
          uploadedBy: actor.personId,
        });
        const file = { id, name, sha256: stored.sha256 };
        return loadOf(tx, actor, file, query.shorter === "true");
      });
    },
  }),
  endpoint({
    method: "GET",
    path: `${path}/{id}/columns`,
    permission: "vendor.screen",
    summary: "The headings of a list with another layout, and which column is probably which",
    params: idParams,
    query: z.object({ headingRow: z.coerce.number().int().min(1).max(5000).optional() }),
    response: listColumns,
    handler: ({ actor, app, params, query }) =>
      columnsOfList(app, actor, params.id, query.headingRow),
  }),
  recordAct(path, "match", {
    permission: "vendor.screen",
    summary:
      "Say which column of a list with another layout is which, then load its file and screen every vendor",
    body: matchInput,
    response: z.object({ id: z.string(), jobId: z.string() }),
    handler: async ({ actor, tx, app, params, body }) => {
      const { acceptShorter, ...file } = await matchList(app, tx, actor, params.id, body);
      return loadOf(tx, actor, file, acceptShorter);
    },
  }),
  endpoint({
    method: "PUT",
    path: `${path}/source`,
    permission: "organization.edit",
    summary: "Set the address that the exclusion list is taken from every night; empty ends it",
    body: sourceInput,
    response: sourceRow,
    handler: ({ actor, tx, app, body, ifMatch }) =>
      saveSource(tx, actor, body.address, ifMatch, app.config),
  }),
  actAt(`${path}/source`, "fetch", {
    permission: "vendor.screen",
    summary: "Take the exclusion list from its address now, then screen every vendor if it is new",
    response: z.object({ jobId: z.string() }),
    handler: async ({ actor, tx }) => {
      await neededSource(tx);
      return { jobId: await enqueue(tx, actor, fetchListJob, {}, fetchTitle) };
    },
  }),
  actAt(path, "screen-all", {
    permission: "vendor.screen",
    summary: "Screen every vendor against the current list",
    response: z.object({ jobId: z.string() }),
    handler: async ({ actor, tx }) => ({
      jobId: await enqueue(tx, actor, screenAllJob, {}, "Screening of all vendors"),
    }),
  }),
  recordAct("/api/v1/vendors", "screen", {
    permission: "vendor.screen",
    summary: "Screen a vendor now; the evidence is kept",
    response: screeningsAnswer,
    handler: async ({ actor, tx, params }) => {
      await screenVendor(tx, actor, params.id);
      return readScreenings(tx, actor, params.id);
    },
  }),
  endpoint({
    method: "GET",
    path: "/api/v1/vendors/{id}/screenings",
    permission: "vendor.read",
    summary: "Screenings of a vendor with list, candidates and decisions",
    params: idParams,
    response: screeningsAnswer,
    handler: ({ actor, db, params }) => readScreenings(db, actor, params.id),
  }),
  endpoint({
    method: "POST",
    path: "/api/v1/vendors/{id}/searches",
    permission: "vendor.screen",
    summary:
      "Record a search of SAM.gov made by hand, with its picture; it stands in for a list for a time",
    params: idParams,
    body: searchInput,
    response: screeningsAnswer,
    handler: async ({ actor, tx, params, body }) => {
      await recordSearch(tx, actor, params.id, body);
      return readScreenings(tx, actor, params.id);
    },
  }),
  endpoint({
    method: "POST",
    path: "/api/v1/vendor-screenings/{id}/decisions",
    permission: "vendor.screen",
    summary: "Decide whether the possible matches are this vendor, with a reason",
    params: idParams,
    body: decisionInput,
    response: screeningsAnswer,
    handler: async ({ actor, tx, params, body }) =>
      readScreenings(tx, actor, await decideScreening(tx, actor, params.id, body)),
  }),
];
