import { brokenLink } from "#kernel/errors.ts";
import type { Day } from "#kernel/time.ts";
import { readOrganization } from "#areas/organization/organization.server.ts";
import { businessDate } from "#server/clock.ts";
import type { Db } from "#server/db/db.ts";
import { findRow, getRow } from "#server/db/rows.ts";
import { readToken } from "#server/mail/letter-link.ts";
import type { ProjectStored } from "../project/project.noun.ts";
import { project } from "../projects.tables.ts";
import { asking } from "../question/rfi.service.ts";
import { rfi } from "../question/rfi.tables.ts";
import { turnKinds } from "../question/rfi.labels.ts";
import { turnsOf as turnsOfRfis } from "../question/turns.service.ts";
import { submittalKinds, submittalTurns } from "../submittal/submittal.labels.ts";
import { submittal } from "../submittal/submittal.tables.ts";
import { turnsOf } from "../submittal/turns.service.ts";
import type { DesignerView } from "./designer.model.ts";
import { designerLink } from "./designer.tables.ts";
import { namedFiles, type StoredLink } from "./link.service.ts";

type Shown = Pick<DesignerView, "facts" | "files" | "turns">;

/** What a link is for. */
export type Subject = {
  kind: "rfi" | "submittal";
  id: string;
  number: string;
  title: string;
  dueOn: Day | null;
  designerLinkId: string | null;
  project: ProjectStored;
  shown: (db: Db) => Promise<Shown>;
};

const facts = (of: Readonly<Record<string, string>>) =>
  Object.entries(of)
    .filter(([, value]) => value !== "")
    .map(([label, value]) => ({ label, value }));

const rfiOf = async (db: Db, id: string): Promise<Subject> => {
  const q = await getRow(db, rfi, id, "link");
  return {
    kind: "rfi",
    id,
    number: q.number,
    title: q.title,
    dueOn: q.dueOn,
    designerLinkId: q.designerLinkId,
    project: await getRow(db, project, q.projectId, "project"),
    shown: async (read) => ({
      facts: facts({
        Question: q.question,
        "Proposed answer": q.proposedAnswer,
        "Drawing or specification": q.reference,
        "Place or station": q.place,
      }),
      files: await namedFiles(read, q.fileIds),
      turns: (await turnsOfRfis(read, [id])).map(({ kind, byName, at, says }) => ({
        what: turnKinds[kind],
        byName,
        at,
        says,
      })),
    }),
  };
};

const submittalOf = async (db: Db, id: string): Promise<Subject> => {
  const s = await getRow(db, submittal, id, "link");
  return {
    kind: "submittal",
    id,
    number: s.number,
    title: s.title,
    dueOn: s.dueOn,
    designerLinkId: s.designerLinkId,
    project: await getRow(db, project, s.projectId, "project"),
    shown: async (read) => {
      const turns = await turnsOf(read, [id]);
      const files = turns
        .filter(({ bySide }) => bySide !== "designer")
        .flatMap((turn) => turn.files);
      return {
        facts: facts({
          "What it shows": s.description,
          "Specification section": s.section,
          Kind: submittalKinds[s.kind],
          Revision: String(s.revision),
        }),
        files: [...new Map(files.map((file) => [file.id, file])).values()],
        turns: turns.map(({ kind, revision, byName, at, says }) => ({
          what: `${submittalTurns[kind]}, revision ${revision}`,
          byName,
          at,
          says,
        })),
      };
    },
  };
};

// What a stored link is for.
const subjectOf = (db: Db, { rfiId, submittalId }: StoredLink): Promise<Subject> =>
  rfiId ? rfiOf(db, rfiId) : submittalOf(db, submittalId!);

/** The scope and the id that a token names. 404 for any other text. */
export const scopeOf = (token: string) => {
  const { orgId, id } = readToken("designer-answer", token);
  return { scope: { orgId, personId: null }, id };
};

// 404 with the one sentence of every link that opens nothing: unless it is the last one of its record, its
// day has not passed, and the project is under way.
const requireOpen = async (db: Db, link: StoredLink, s: Subject): Promise<void> => {
  // A visitor brings no time zone: the last day of a link ends as the agency's day does.
  const timeZone = db.scope.timeZone ?? (await readOrganization(db)).timeZone;
  const works =
    s.designerLinkId === link.id &&
    link.untilOn >= businessDate(db.scope, timeZone) &&
    asking.has(s.project.status);
  if (!works) throw brokenLink();
};

/** A link that works, with what it is for. 404 for every other. */
export const openLink = async (
  db: Db,
  id: string,
): Promise<{ link: StoredLink; subject: Subject }> => {
  const link = await findRow(db, designerLink, id);
  if (!link) throw brokenLink();
  const subject = await subjectOf(db, link);
  await requireOpen(db, link, subject);
  return { link, subject };
};
