import { useNavigate } from "react-router";
import { pathTo } from "#areas.ts";
import { useMutationAction } from "#web/kit/queries.ts";
import { ProviderForm } from "./ProviderForm.tsx";
import { blankProvider, bodyOf, type ProviderValues } from "./providerValues.ts";

/** /sso-management/providers/new */
export default function ProviderNew() {
  const navigate = useNavigate();
  const save = useMutationAction<{ id: string }>("sign-in-providers");
  const submit = async (values: ProviderValues) => {
    const { id } = await save.mutateAsync({
      path: "/api/v1/sign-in-providers",
      body: bodyOf(values, false),
    });
    void navigate(pathTo("ssoProvider", { id }));
  };
  return (
    <div className="grid max-w-[760px] gap-5">
      <h1>New sign-in provider</h1>
      <ProviderForm
        values={blankProvider}
        submitLabel="Save as a draft"
        fixed={false}
        onSubmit={submit}
        onCancel={() => void navigate(pathTo("ssoManagement"))}
      />
    </div>
  );
}
