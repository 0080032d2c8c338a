import { pathTo } from "#areas.ts";
import { EditRecord } from "#web/kit/form/RecordForm.tsx";
import { useGet } from "#web/kit/queries.ts";
import { RecordSkeleton } from "#web/kit/states.tsx";
import { punchForm } from "./punch-form.ts";
import { PunchFields } from "./PunchFields.tsx";
import type { PunchDetail, PunchStanding } from "./punch.model.ts";

function Fields({ projectId }: { projectId: string }) {
  const { data } = useGet<PunchStanding>("punch-items", `/api/v1/projects/${projectId}/punch`);
  return data ? <PunchFields contracts={data.contracts} /> : <RecordSkeleton />;
}

/** Changes an item that is to be done. */
export default function PunchEdit() {
  return (
    <EditRecord<PunchDetail>
      form={punchForm}
      draft="punch-item"
      what="This punch item"
      name={({ number }) => number}
      nouns={["projects", "punch-items"]}
      may={({ canEdit }) => canEdit}
      closed="An item is changed while it is to be done. Send it back before you change it."
      opens="Open the item"
      page={(id) => pathTo("punchItem", { id })}
    >
      {(item) => <Fields projectId={item.projectId} />}
    </EditRecord>
  );
}
