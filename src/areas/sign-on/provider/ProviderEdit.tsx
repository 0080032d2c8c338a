import { useNavigate, useParams } from "react-router";
import { pathTo } from "#areas.ts";
import { useMutationAction, useRecord } from "#web/kit/queries.ts";
import { ErrorPanel, isMissing, NoSuchRecord, RecordSkeleton } from "#web/kit/states.tsx";
import { ProviderForm } from "./ProviderForm.tsx";
import type { ProviderRecord } from "./provider.model.ts";
import { bodyOf, valuesOf, type ProviderValues } from "./providerValues.ts";

const path = "/api/v1/sign-in-providers";

function Edit({ provider }: { provider: ProviderRecord }) {
  const navigate = useNavigate();
  const save = useMutationAction("sign-in-providers");
  const settings = provider.status === "active";
  const back = () => void navigate(pathTo("ssoProvider", { id: provider.id }));
  const submit = async (values: ProviderValues) => {
    await save.mutateAsync({
      method: settings ? "PATCH" : "PUT",
      path: `${path}/${provider.id}`,
      body: bodyOf(values, settings),
      version: provider.version,
    });
    back();
  };
  return (
    <div className="grid max-w-[760px] gap-5">
      <div>
        <h1>Change {provider.name}</h1>
        <p className="mt-1 text-t2">
          {settings
            ? "People come in by it: its connection stays as it was tested."
            : "It is a draft again afterwards, to be tested anew."}
        </p>
      </div>
      <ProviderForm
        values={valuesOf(provider)}
        submitLabel="Save"
        fixed
        settings={settings}
        secretKept={provider.hasSecret}
        described={provider.certificates.length > 0}
        onSubmit={submit}
        onCancel={back}
      />
    </div>
  );
}

/** /sso-management/providers/:id/edit */
export default function ProviderEdit() {
  const { id = "" } = useParams();
  const record = useRecord<ProviderRecord>(path, id);
  if (record.isPending) return <RecordSkeleton />;
  if (record.isError)
    return isMissing(record.error) ? (
      <NoSuchRecord back={{ path: "/sso-management", title: "Single sign-on" }} />
    ) : (
      <ErrorPanel error={record.error} what="The provider" onRetry={() => void record.refetch()} />
    );
  return <Edit provider={record.data} />;
}
