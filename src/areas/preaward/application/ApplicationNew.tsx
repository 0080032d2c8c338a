import { useNavigate, useSearchParams } from "react-router";
import { pathTo } from "#areas.ts";
import { RecordForm } from "#web/kit/form/RecordForm.tsx";
import { useGet } from "#web/kit/queries.ts";
import { RecordSkeleton } from "#web/kit/states.tsx";
import type { OpportunityRecord } from "../opportunity/opportunity.model.ts";
import { ApplicationFields } from "./ApplicationFields.tsx";
import { applicationForm } from "./application.form.ts";

// What an opportunity says of it, as far as the application has room for it.
const knownOf = (of: OpportunityRecord | undefined) =>
  of && {
    title: of.title.slice(0, 200),
    opportunityNumber: of.number,
    grantor: of.agency.slice(0, 60),
    aln: of.alns[0] ?? "",
    dueOn: of.closesOn,
  };

function NewForm({ of }: { of: OpportunityRecord | undefined }) {
  const navigate = useNavigate();
  return (
    <RecordForm
      form={applicationForm}
      draft={`grant-application-new-${of?.id ?? ""}`}
      nouns={["grant-opportunities"]}
      known={knownOf(of)}
      within={{ opportunityId: of?.id ?? null }}
      submitLabel="Begin the application"
      wide={false}
      onCancel={() => void navigate(pathTo("grantApplications"))}
      onSaved={(id) => void navigate(pathTo("grantApplication", { id }))}
    >
      <ApplicationFields />
    </RecordForm>
  );
}

/** Begins an application, of an opportunity or by hand. */
export default function ApplicationNew() {
  const [query] = useSearchParams();
  const id = query.get("opportunity");
  const of = useGet<OpportunityRecord>(
    "grant-opportunities",
    `/api/v1/grant-opportunities/${id ?? ""}`,
    { enabled: id !== null },
  );
  return (
    <div className="stack">
      <h1 className="text-22 font-semibold">New grant application</h1>
      {id && of.isPending ? <RecordSkeleton /> : <NewForm of={id ? of.data : undefined} />}
    </div>
  );
}
