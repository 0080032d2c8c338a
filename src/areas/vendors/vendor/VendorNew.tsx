import { useNavigate } from "react-router";
import { RecordForm } from "#web/kit/form/RecordForm.tsx";
import { DuplicateNotice } from "./DuplicateNotice.tsx";
import { useDuplicates } from "./useDuplicates.ts";
import { VendorFields, vendorForm } from "./VendorFields.tsx";

export default function VendorNew() {
  const navigate = useNavigate();
  const { notice, ways } = useDuplicates();
  return (
    <div className="stack max-w-4xl">
      <h1>New vendor</h1>
      <p className="text-t2">
        Saved as a draft. It takes orders once it is activated, which checks the federal exclusion
        list.
      </p>
      <RecordForm
        form={vendorForm}
        draft={null}
        {...ways}
        submitLabel="Save vendor"
        onCancel={() => void navigate("/vendor-directory")}
        onSaved={(id) => void navigate(`/vendor-directory/${id}`)}
      >
        <DuplicateNotice {...notice} />
        <VendorFields tinOnFile={null} />
      </RecordForm>
    </div>
  );
}
