import { useNavigate, useSearchParams } from "react-router";
import { pathTo } from "#areas.ts";
import { Form } from "#web/kit/form/Form.tsx";
import { useGet, useMutationAction } from "#web/kit/queries.ts";
import { RecordSkeleton } from "#web/kit/states.tsx";
import type { OpportunityRecord } from "../opportunity/opportunity.model.ts";
import {
  applicationBody,
  ApplicationFields,
  blankApplication,
  type ApplicationValues,
} from "./ApplicationFields.tsx";

const valuesFrom = (of: OpportunityRecord | undefined): ApplicationValues =>
  of
    ? {
        ...blankApplication,
        title: of.title.slice(0, 200),
        opportunityNumber: of.number,
        grantor: of.agency.slice(0, 60),
        aln: of.alns[0] ?? "",
        dueOn: of.closesOn ?? "",
      }
    : blankApplication;

function NewForm({ of }: { of: OpportunityRecord | undefined }) {
  const navigate = useNavigate();
  const save = useMutationAction<{ id: string }>("grant-applications", "grant-opportunities");
  return (
    <Form<ApplicationValues>
      formKey={`grant-application-new-${of?.id ?? ""}`}
      defaultValues={valuesFrom(of)}
      submitLabel="Begin the application"
      onCancel={() => void navigate(pathTo("grantApplications"))}
      onSubmit={async (values) => {
        const made = await save.mutateAsync({
          path: "/api/v1/grant-applications",
          body: { ...applicationBody(values), opportunityId: of?.id ?? null },
        });
        void navigate(pathTo("grantApplication", { id: made.id }));
      }}
    >
      <ApplicationFields />
    </Form>
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
