import { z } from "zod";
import { defineAgent, reading, type Found, type Reader } from "#server/agents/agent.ts";
import { listPage } from "#server/http/list.ts";
import { applicationList } from "../application/application.list.ts";
import {
  applicantRecord,
  applicationRecord,
  applicationRow,
} from "../application/application.model.ts";
import { opportunityRecord } from "../opportunity/opportunity.model.ts";
import {
  ofChecklist,
  ofEligibility,
  ofHead,
  ofNarrative,
  ofOutline,
  ofPapers,
  ofParts,
  proposed,
  type Beside,
} from "./application-findings.ts";
import { checklistOf } from "./checklist.ts";
import { grantCases } from "./grant-writer.cases.ts";
import { grantAnswer, grantBaseline } from "./grant-writer.evaluation.ts";

const attached = z.object({ items: z.array(z.object({ name: z.string(), label: z.string() })) });
const reads = {
  applications: reading("/api/v1/grant-applications", listPage(applicationRow)),
  application: reading("/api/v1/grant-applications/{id}", applicationRecord),
  opportunity: reading("/api/v1/grant-opportunities/{id}", opportunityRecord),
  applicant: reading(
    "/api/v1/grant-applicant",
    z.object({ applicant: applicantRecord.nullable() }),
  ),
  files: reading("/api/v1/attachments", attached),
};
type At = Reader<typeof reads>;

const preparing = "draft,internal_review,ready,rejected_by_portal";
const mostApplications = 200;

const besideOf = async (
  at: At,
  id: string,
  applicant: Beside["applicant"],
): Promise<Beside | null> => {
  const application = await at.maybe("application", { params: { id } });
  // What is signed goes out as it is: nothing of it is written any more.
  if (!application || application.signedAt || !preparing.split(",").includes(application.status))
    return null;
  const opportunity = application.opportunityId
    ? await at.maybe("opportunity", { params: { id: application.opportunityId } })
    : null;
  const files = await at.maybe("files", {
    query: { objectType: "grantApplication", objectId: id },
  });
  return { application, opportunity, applicant, files: files?.items ?? [], today: at.today };
};

const findIn = (beside: Beside): Found[] => {
  const picture = checklistOf(beside);
  return saidOf(beside).map((found) => ({ ...found, picture }));
};

const saidOf = (beside: Beside): Found[] => [
  ...ofHead(beside),
  ...ofEligibility(beside),
  ...ofPapers(beside),
  ...ofNarrative(beside),
  ...ofParts(beside),
  ...ofOutline(beside),
  ...ofChecklist(beside),
];

/** Says what an application still lacks, and where its narrative departs from budget and records. */
export const grantWriterAgent = defineAgent({
  id: "grant-writer",
  version: 1,
  name: "Grant writer agent",
  task: "Goes through each application in preparation: deadline, who may apply, match, papers that are asked for, sections that are not written with an outline of each, and figures that the narrative names otherwise than the budget.",
  how: [
    `It reads up to ${mostApplications} applications that are not signed yet, those due first, with their opportunity, attached files and the applicant's record.`,
    "An amount of the narrative is held against the budget where its sentence is about one figure; a sentence about several, or about the announcement's own amounts, says nothing. Days, listing, UEI and the share of the match are compared too.",
    "Papers and parts are what the announcement's summary and the sections ask for in words that it knows; what is optional is not asked for. A file is known by its name or label.",
    "An outline is what a section asks, its length, and the figures of the budget that belong into it. It works without a language model: it drafts no prose.",
    "It proposes the head of a draft as the announcement says it, a section that is missing, or a task. It writes into no text.",
  ],
  subject: {
    list: applicationList,
    permission: "grantApplication.read",
    label: "grant applications",
  },
  reads,
  proposes: proposed,
  find: async (at) => {
    const ids = at.subjectId
      ? [at.subjectId]
      : (
          await at.read("applications", {
            query: { status: preparing, sort: "dueOn", limit: mostApplications, count: "none" },
          })
        ).items.map(({ id }) => id);
    const { applicant } = await at.read("applicant");
    const found: Found[] = [];
    for (const [place, id] of ids.entries()) {
      await at.progress(place, ids.length, "applications");
      const beside = await besideOf(at, id, applicant);
      if (beside) found.push(...findIn(beside));
    }
    return found;
  },
  evaluation: {
    cases: grantCases,
    answer: grantAnswer,
    baseline: grantBaseline,
    beside: "every amount that the budget does not have, and papers only where none is attached",
  },
});
