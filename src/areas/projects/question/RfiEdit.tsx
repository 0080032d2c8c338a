import { pathTo } from "#areas.ts";
import { EditRecord } from "#web/kit/form/RecordForm.tsx";
import { useGet } from "#web/kit/queries.ts";
import { RecordSkeleton } from "#web/kit/states.tsx";
import { rfiForm } from "./rfi.form.ts";
import { RfiFields } from "./RfiFields.tsx";
import type { ProjectQuestions, RfiDetail } from "./rfi.model.ts";

function Fields({ rfi }: { rfi: RfiDetail }) {
  const { data } = useGet<ProjectQuestions>("rfis", `/api/v1/projects/${rfi.projectId}/questions`);
  return data ? <RfiFields contracts={data.contracts} /> : <RecordSkeleton />;
}

/** Changes a drafted question. */
export default function RfiEdit() {
  return (
    <EditRecord<RfiDetail>
      form={rfiForm}
      draft="rfi"
      what="This RFI"
      name={(rfi) => rfi.title}
      nouns={["projects"]}
      may={({ canEdit }) => canEdit}
      closed="It was asked: what it says stays. Ask back, answer it or withdraw it."
      opens="Open the RFI"
      page={(id) => pathTo("projectRfi", { id })}
    >
      {(rfi) => <Fields rfi={rfi} />}
    </EditRecord>
  );
}
