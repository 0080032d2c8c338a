import { useState } from "react";
import { useNavigate, useParams } from "react-router";
import { Form } from "#web/kit/form/Form.tsx";
import { useOpened } from "#web/kit/form/opened.ts";
import { rulesOnDemand } from "#web/kit/form/rulesOnDemand.ts";
import type { Conflict } from "#web/kit/form/useEditConflict.ts";
import { useMutationAction } from "#web/kit/queries.ts";
import { ErrorPanel, RecordSkeleton } from "#web/kit/states.tsx";
import { DuplicateNotice, duplicatesIn } from "./DuplicateNotice.tsx";
import { bodyOf, type VendorForm } from "./vendorForm.ts";
import { toForm, VendorFields } from "./VendorFields.tsx";
import type { Duplicate, VendorDetail } from "./vendor.model.ts";

const rules = rulesOnDemand<VendorForm>(async () => (await import("./vendorRules.ts")).vendorRules);

function EditForm({ vendor, conflict }: { vendor: VendorDetail; conflict: Conflict }) {
  const navigate = useNavigate();
  const save = useMutationAction<VendorDetail>("vendors");
  const [found, setFound] = useState<readonly Duplicate[]>([]);
  const [confirmed, setConfirmed] = useState(false);
  const back = `/vendor-directory/${vendor.id}`;
  const submit = async (values: VendorForm) => {
    try {
      await save.mutateAsync({
        method: "PATCH",
        path: `/api/v1/vendors/${vendor.id}`,
        version: vendor.version,
        body: {
          ...bodyOf(values),
          ...(confirmed ? { confirmedDuplicates: found.map((one) => one.id) } : {}),
        },
      });
      void navigate(back);
    } catch (error) {
      setFound(duplicatesIn(error));
      throw error;
    }
  };
  return (
    <div className="stack max-w-4xl">
      <div>
        <p className="mono text-t3">{vendor.number}</p>
        <h1>{vendor.name}</h1>
      </div>
      <Form<VendorForm>
        formKey={null}
        defaultValues={toForm(vendor)}
        resolver={rules}
        submitLabel="Save changes"
        onSubmit={submit}
        onCancel={() => void navigate(back)}
        conflict={conflict}
        wide
      >
        <DuplicateNotice found={found} confirmed={confirmed} onConfirm={setConfirmed} />
        <VendorFields tinOnFile={vendor.tinLast4} />
      </Form>
    </div>
  );
}

export default function VendorEdit() {
  const { id = "" } = useParams();
  const vendor = useOpened<VendorDetail>("/api/v1/vendors", id);
  if (vendor.isPending) return <RecordSkeleton />;
  if (!vendor.record)
    return (
      <ErrorPanel error={vendor.error} what="This vendor" onRetry={() => void vendor.refetch()} />
    );
  return <EditForm key={id} vendor={vendor.record} conflict={vendor.conflictOf(toForm)} />;
}
