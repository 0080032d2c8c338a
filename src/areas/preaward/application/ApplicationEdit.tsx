import { pathTo } from "#areas.ts";
import { EditRecord } from "#web/kit/form/RecordForm.tsx";
import { ApplicationFields } from "./ApplicationFields.tsx";
import { applicationForm } from "./application.form.ts";
import type { ApplicationRecord } from "./application.model.ts";

/** Changes the head of a draft. */
export default function ApplicationEdit() {
  return (
    <EditRecord<ApplicationRecord>
      form={applicationForm}
      draft="grant-application"
      what="This application"
      wide={false}
      may={() => true}
      page={(id) => pathTo("grantApplication", { id })}
    >
      {() => <ApplicationFields />}
    </EditRecord>
  );
}
