import { pathTo } from "#areas.ts";
import { EditRecord } from "#web/kit/form/RecordForm.tsx";
import { useGet } from "#web/kit/queries.ts";
import { RecordSkeleton } from "#web/kit/states.tsx";
import { paperForm } from "./paper-form.ts";
import { PaperFields } from "./PaperFields.tsx";
import type { CloseoutStanding, PaperDetail } from "./paper.model.ts";

function Fields({ projectId }: { projectId: string }) {
  const { data } = useGet<CloseoutStanding>(
    "closeout-papers",
    `/api/v1/projects/${projectId}/closeout`,
  );
  return data ? <PaperFields contracts={data.contracts} /> : <RecordSkeleton />;
}

/** Changes a paper that is not handed in. */
export default function PaperEdit() {
  return (
    <EditRecord<PaperDetail>
      form={paperForm}
      draft="closeout-paper"
      what="This closeout paper"
      name={({ number }) => number}
      nouns={["projects", "closeout-papers"]}
      may={({ canEdit }) => canEdit}
      closed="A paper is changed while it is not handed in. Send it back before you change it."
      opens="Open the paper"
      page={(id) => pathTo("closeoutPaper", { id })}
    >
      {(paper) => <Fields projectId={paper.projectId} />}
    </EditRecord>
  );
}
