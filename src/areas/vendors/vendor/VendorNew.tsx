import { useState } from "react";
import { useNavigate } from "react-router";
import { Form } from "#web/kit/form/Form.tsx";
import { rulesOnDemand } from "#web/kit/form/rulesOnDemand.ts";
import { useMutationAction } from "#web/kit/queries.ts";
import { DuplicateNotice, duplicatesIn } from "./DuplicateNotice.tsx";
import { bodyOf, type VendorForm } from "./vendorForm.ts";
import { blankVendor, VendorFields } from "./VendorFields.tsx";
import type { Duplicate, VendorDetail } from "./vendor.model.ts";

const rules = rulesOnDemand<VendorForm>(async () => (await import("./vendorRules.ts")).vendorRules);

export default function VendorNew() {
  const navigate = useNavigate();
  const save = useMutationAction<VendorDetail>("vendors");
  const [found, setFound] = useState<readonly Duplicate[]>([]);
  const [confirmed, setConfirmed] = useState(false);
  const submit = async (values: VendorForm) => {
    try {
      const made = await save.mutateAsync({
        path: "/api/v1/vendors",
        body: {
          ...bodyOf(values),
          confirmedDuplicates: confirmed ? found.map((one) => one.id) : [],
        },
      });
      void navigate(`/vendor-directory/${made.id}`);
    } catch (error) {
      setFound(duplicatesIn(error));
      throw error;
    }
  };
  return (
    <div className="stack max-w-4xl">
      <h1>New vendor</h1>
      <p className="text-t2">
        Saved as a draft. It takes orders once it is activated, which checks the federal exclusion
        list.
      </p>
      <Form<VendorForm>
        formKey={null}
        defaultValues={blankVendor}
        resolver={rules}
        submitLabel="Save vendor"
        onSubmit={submit}
        onCancel={() => void navigate("/vendor-directory")}
        wide
      >
        <DuplicateNotice found={found} confirmed={confirmed} onConfirm={setConfirmed} />
        <VendorFields tinOnFile={null} />
      </Form>
    </div>
  );
}
