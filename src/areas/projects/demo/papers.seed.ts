import { addDays, utcDay } from "#kernel/time.ts";
import { systemActor } from "#kernel/access.ts";
import { carverCountyId } from "#areas/identity/identity.public.ts";
import { sql } from "#server/db/sql.ts";
import type { PaperKind } from "../closeout/paper.labels.ts";
import { reportPaper } from "../closeout/contractor.service.ts";
import { acceptPaper, askUsual } from "../closeout/paper.service.ts";
import { publishProject } from "../published/published.service.ts";
import { drawnPicture, type Told } from "./punch.seed.ts";

type Paper = { id: string; kind: PaperKind };

const papersOf = ({ story }: Told, projectId: string): Promise<Paper[]> =>
  story.app.database.read(systemActor(carverCountyId)).rows<Paper>(sql`
    select id, kind
    from closeout_paper
    where org_id = ${carverCountyId} and project_id = ${projectId}
    order by number
  `);

/** Papers that came, days ago, and whether somebody accepted them. */
const came: readonly { kind: PaperKind; days: number; accepted: boolean; what: string }[] = [
  { kind: "asBuilt", days: 18, accepted: true, what: "As-built drawings, 14 sheets" },
  { kind: "warranty", days: 16, accepted: true, what: "Warranty of the pumps" },
  { kind: "manual", days: 2, accepted: false, what: "Manual of pumps and generator" },
];

/**
 * The papers of the lift station: drawings and warranty are in, the manual waits to be accepted, the
 * state's certificate lacks. Everybody reads of the station.
 */
export const tellPapers = async (told: Told, projectId: string, by: string): Promise<void> => {
  const { story, ago } = told;
  await story.as("engineer", ago(36), (tx, actor) => askUsual(tx, actor, projectId));
  const papers = await papersOf(told, projectId);
  for (const { kind, days, accepted, what } of came) {
    const paper = papers.find((each) => each.kind === kind);
    if (!paper) continue;
    const fileId = await drawnPicture(told, what, "Handed in");
    const contractor = { ...systemActor(carverCountyId), businessNow: ago(days) };
    await story.app.database.transaction(contractor, (tx) =>
      reportPaper(tx, contractor, paper.id, {
        fileIds: [fileId],
        certificateNo: "",
        validUntil: kind === "warranty" ? addDays(utcDay(new Date()), 712) : null,
        name: by,
      }),
    );
    if (accepted)
      await story.as("engineer", ago(days - 1), (tx, actor) =>
        acceptPaper(tx, actor, { id: paper.id, version: null }),
      );
  }
  await story.as("engineer", ago(10), (tx, actor) =>
    publishProject(tx, actor, projectId, {
      words:
        "New pumps and a lined wet well, so that the station that carries a third of the county's sewage runs through the next flood. It works again; seeding and paint remain.",
    }),
  );
};
