import { useNavigate, useSearchParams } from "react-router";
import { pathTo } from "#areas.ts";
import { Form } from "#web/kit/form/Form.tsx";
import { useMutationAction, useRecord } from "#web/kit/queries.ts";
import { ErrorPanel, RecordSkeleton } from "#web/kit/states.tsx";
import type { ApplicationDetail } from "../application/application.model.ts";
import { budgetForm } from "../application/applicationForm.ts";
import type { ProgramDetail } from "../program/program.model.ts";
import {
  blankSubaward,
  SubawardFields,
  subawardBody,
  type SubawardForm,
} from "./SubawardFields.tsx";

function Draft({ values, applicant }: { values: SubawardForm; applicant: string | null }) {
  const navigate = useNavigate();
  const save = useMutationAction<{ id: string }>("subawards", "program-applications");
  return (
    <div className="stack">
      <h1>New subaward</h1>
      <Form<SubawardForm>
        formKey={`subaward-${values.applicationId ?? "new"}`}
        defaultValues={values}
        submitLabel="Save draft"
        wide
        onCancel={() => void navigate("/grant-management?tab=recipient")}
        onSubmit={async (form) => {
          const made = await save.mutateAsync({
            path: "/api/v1/subawards",
            body: subawardBody(form),
          });
          void navigate(pathTo("subaward", { id: made.id }));
        }}
      >
        <SubawardFields applicant={applicant} />
      </Form>
    </div>
  );
}

function FromProgram({ application: a }: { application: ApplicationDetail }) {
  const program = useRecord<ProgramDetail>("/api/v1/grant-programs", a.programId);
  if (program.isPending) return <RecordSkeleton />;
  if (!program.data) return <ErrorPanel error={program.error} what="The program" />;
  return (
    <Draft
      applicant={a.applicant}
      values={{
        ...blankSubaward,
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
  return from ? <FromApplication id={from} /> : <Draft values={blankSubaward} applicant={null} />;
}
