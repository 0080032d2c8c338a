import { pathTo } from "#areas.ts";
import { EditRecord } from "#web/kit/form/RecordForm.tsx";
import { useGet } from "#web/kit/queries.ts";
import { RecordSkeleton } from "#web/kit/states.tsx";
import { submittalForm } from "./submittal.form.ts";
import { SubmittalFields } from "./SubmittalFields.tsx";
import type { ProjectSubmittals, SubmittalDetail } from "./submittal.model.ts";

function Fields({ submittal: s }: { submittal: SubmittalDetail }) {
  const { data } = useGet<ProjectSubmittals>(
    "submittals",
    `/api/v1/projects/${s.projectId}/submittals`,
  );
  return data ? <SubmittalFields contracts={data.contracts} /> : <RecordSkeleton />;
}

/** Changes what is listed and not submitted yet. */
export default function SubmittalEdit() {
  return (
    <EditRecord<SubmittalDetail>
      form={submittalForm}
      draft="submittal"
      what="This submittal"
      name={(s) => s.title}
      nouns={["projects"]}
      may={({ canEdit }) => canEdit}
      closed="It was submitted: what it says stays. Decide on it, or withdraw it."
      opens="Open the submittal"
      page={(id) => pathTo("submittal", { id })}
    >
      {(s) => <Fields submittal={s} />}
    </EditRecord>
  );
}
