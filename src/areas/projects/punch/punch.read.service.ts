import type { Actor } from "#kernel/access.ts";
import { notFound } from "#kernel/errors.ts";
import { editRefusal } from "#kernel/lifecycle.ts";
import { contractsNamed, retainageOfContracts } from "#areas/contracts/contracts.server.ts";
import { membersNamed } from "#areas/organization/organization.server.ts";
import type { Db } from "#server/db/db.ts";
import { maybeAs, rowsAs } from "#server/db/read-as.ts";
import { getRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { openFiles } from "#server/files/holders.ts";
import { bindActor } from "#server/http/list-conditions.ts";
import { recordColumns } from "#server/http/record-columns.ts";
import { actionsAsked } from "#server/lifecycle.ts";
import { contractIdsOf } from "../project/project.noun.ts";
import { project } from "../projects.tables.ts";
import { punchCycle, unverified } from "./punch.labels.ts";
import { punchList } from "./punch.list.ts";
import { punchRow, type PunchDetail, type PunchRow, type PunchStanding } from "./punch.model.ts";
import { punchNoun, type PunchStored } from "./punch.noun.ts";
import { building } from "./punch.service.ts";
import { punchItem } from "./punch.tables.ts";

const headColumns = recordColumns(punchList, {});

const headOf = async (db: Db, actor: Actor, id: string): Promise<PunchRow> => {
  const row = await maybeAs(
    db,
    punchRow,
    sql`
      select ${bindActor(headColumns, actor)}
      from punch_item i
      join project p on p.org_id = i.org_id and p.id = i.project_id
      where i.org_id = ${db.scope.orgId} and i.id = ${id}
    `,
  );
  if (!row) throw notFound("punch item");
  return row;
};

/** The items of a project that were not dropped, by place. */
export const itemsOfProject = (db: Db, actor: Actor, projectId: string): Promise<PunchRow[]> =>
  rowsAs(
    db,
    punchRow,
    sql`
      select ${bindActor(headColumns, actor)}
      from punch_item i
      join project p on p.org_id = i.org_id and p.id = i.project_id
      where i.org_id = ${db.scope.orgId} and i.project_id = ${projectId} and i.status <> 'dropped'
      order by i.place, i.number
      limit 1000
    `,
  );

const photosOf = async (db: Db, actor: Actor, row: PunchStored): Promise<PunchDetail["photos"]> => {
  const files = await openFiles(db, actor, [...row.photoFileIds, ...row.donePhotoFileIds]);
  const shown = (ids: readonly string[], after: boolean) =>
    ids.flatMap((id) => {
      const file = files.get(id);
      if (!file) return [];
      const { name, mediaType } = file;
      return [{ id, name, mediaType, public: row.publicFileIds.includes(id), after }];
    });
  return [...shown(row.photoFileIds, false), ...shown(row.donePhotoFileIds, true)];
};

/** A punch item with its photos, and what the actor may do. 404. */
export const readItem = async (db: Db, actor: Actor, id: string): Promise<PunchDetail> => {
  const [head, row] = await Promise.all([
    headOf(db, actor, id),
    getRow(db, punchItem, id, "punch item"),
  ]);
  const [contracts, photos, people] = await Promise.all([
    contractsNamed(db, row.contractId ? [row.contractId] : []),
    photosOf(db, actor, row),
    membersNamed(db, { ids: row.verifiedBy ? [row.verifiedBy] : [] }),
  ]);
  const { photos: _count, ...rest } = head;
  const contract = contracts[0];
  return {
    ...rest,
    contract: contract ? { id: contract.id, number: contract.number, title: contract.title } : null,
    photoFileIds: row.photoFileIds,
    photos,
    doneNote: row.doneNote,
    verifier: row.verifiedBy && (people[0]?.name ?? "A former member"),
    verifiedAt: row.verifiedAt,
    statusReason: row.statusReason,
    canEdit: editRefusal(punchCycle.edit!, row, actor) === null,
    actions: await actionsAsked(db, actor, punchNoun, row),
  };
};

const byPlace = (items: readonly PunchRow[]): PunchStanding["places"] =>
  [...new Set(items.map(({ place }) => place))].map((place) => ({
    place,
    items: items
      .filter((item) => item.place === place)
      .map(({ id, number, what, status, late }) => ({ id, number, what, status, late })),
  }));

/** The punch list of a project: what is left, what it costs, by place; what may be withheld for it. 404. */
export const readStanding = async (
  db: Db,
  actor: Actor,
  projectId: string,
): Promise<PunchStanding> => {
  const p = await getRow(db, project, projectId, "project");
  const [items, contracts, held] = await Promise.all([
    itemsOfProject(db, actor, projectId),
    contractsNamed(db, contractIdsOf(p)),
    retainageOfContracts(db, contractIdsOf(p)),
  ]);
  const count = (of: (item: PunchRow) => boolean) => items.filter(of).length;
  const left = items.filter(({ status }) => (unverified as readonly string[]).includes(status));
  return {
    project: { id: p.id, number: p.number, name: p.name },
    contracts: contracts.map(({ id, number, vendor }) => ({ id, number, vendor })),
    open: count(({ status }) => status === "open" || status === "back"),
    toVerify: count(({ status }) => status === "done"),
    late: count(({ late }) => late),
    verified: count(({ status }) => status === "verified"),
    costToComplete: left.reduce((sum, { costToComplete }) => sum + costToComplete, 0),
    held: held
      .filter(({ completedOn }) => completedOn !== null)
      .map(({ id, number, withheld, atMost, releaseBy, citation }) => ({
        ...{ contractId: id, number, withheld, atMost, releaseBy, citation },
      })),
    places: byPlace(items),
    takesItems: building.has(p.status),
  };
};

/** What was typed of an item, as its form has it. 404. */
export const typedItem = (db: Db, id: string): Promise<PunchStored> =>
  getRow(db, punchItem, id, "punch item");
