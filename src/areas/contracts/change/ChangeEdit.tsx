import { pathTo } from "#areas.ts";
import { EditRecord } from "#web/kit/form/RecordForm.tsx";
import { changeForm } from "./change.form.ts";
import type { ChangeDetail } from "./change.model.ts";
import { ChangeFields } from "./ChangeFields.tsx";

/** Changes a proposal of the agency's. */
export default function ChangeEdit() {
  return (
    <EditRecord<ChangeDetail>
      form={changeForm}
      draft="change"
      nouns={["contracts"]}
      what="This change order"
      may={() => true}
      page={(id) => pathTo("changeOrder", { id })}
    >
      {() => <ChangeFields />}
    </EditRecord>
  );
}
