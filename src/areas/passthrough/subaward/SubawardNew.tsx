import { useSearchParams } from "react-router";
import { pathTo } from "#areas.ts";
import { NewRecord } from "#web/kit/form/RecordForm.tsx";
import { useRecord } from "#web/kit/queries.ts";
import { ErrorPanel, RecordSkeleton } from "#web/kit/states.tsx";
import type { ApplicationDetail } from "../application/application.model.ts";
import { budgetForm } from "../application/applicationForm.ts";
import type { ProgramDetail } from "../program/program.model.ts";
import { SubawardFields, subawardForm, type SubawardForm } from "./SubawardFields.tsx";

function Draft({ known, applicant }: { known: Partial<SubawardForm>; applicant: string | null }) {
  return (
    <NewRecord
      form={subawardForm}
      nouns={["program-applications"]}
      draft={`subaward-${known.applicationId ?? "new"}`}
      title="New subaward"
      known={known}
      submitLabel="Save draft"
      list="/grant-management?tab=recipient"
      page={(id) => pathTo("subaward", { id })}
    >
      <SubawardFields applicant={applicant} />
    </NewRecord>
  );
}

function FromProgram({ application: a }: { application: ApplicationDetail }) {
  const program = useRecord<ProgramDetail>("/api/v1/grant-programs", a.programId);
  if (program.isPending) return <RecordSkeleton />;
  if (!program.data) return <ErrorPanel error={program.error} what="The program" />;
  return (
    <Draft
      applicant={a.applicant}
      known={{
        awardId: program.data.awardId ?? null,
        applicationId: a.id,
        vendorId: a.vendorId,
        title: a.title,
        amount: a.requested,
        match: a.match,
        budget: budgetForm(a.budget),
        startsOn: a.startsOn,
        endsOn: a.endsOn,
      }}
    />
  );
}

function FromApplication({ id }: { id: string }) {
  const application = useRecord<ApplicationDetail>("/api/v1/program-applications", id);
  if (application.isPending) return <RecordSkeleton />;
  if (!application.data) return <ErrorPanel error={application.error} what="The application" />;
  return <FromProgram application={application.data} />;
}

/** Drafts a subaward, from a selected application or by hand. */
export default function SubawardNew() {
  const [search] = useSearchParams();
  const from = search.get("application");
  return from ? <FromApplication id={from} /> : <Draft known={{}} applicant={null} />;
}
