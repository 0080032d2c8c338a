import { EditRecord } from "#web/kit/form/RecordForm.tsx";
import { DuplicateNotice } from "./DuplicateNotice.tsx";
import { useDuplicates } from "./useDuplicates.ts";
import type { VendorDetail } from "./vendor.model.ts";
import { VendorFields, vendorForm } from "./VendorFields.tsx";

export default function VendorEdit() {
  const { notice, ways } = useDuplicates();
  return (
    <div className="max-w-4xl">
      <EditRecord<VendorDetail>
        form={vendorForm}
        draft={null}
        what="This vendor"
        {...ways}
        submitLabel="Save changes"
        may={() => true}
        heading={({ number, name }) => (
          <div>
            <p className="mono text-t3">{number}</p>
            <h1>{name}</h1>
          </div>
        )}
        page={(id) => `/vendor-directory/${id}`}
      >
        {({ tinLast4 }) => (
          <>
            <DuplicateNotice {...notice} />
            <VendorFields tinOnFile={tinLast4} />
          </>
        )}
      </EditRecord>
    </div>
  );
}
