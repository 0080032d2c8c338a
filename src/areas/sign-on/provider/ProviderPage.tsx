import { FlaskConical, Pencil } from "lucide-react";
import { useParams } from "react-router";
import { pathTo } from "#areas.ts";
import { api } from "#web/kit/api.ts";
import { RecordPage } from "#web/kit/record/RecordPage.tsx";
import type { ExtraAction } from "#web/kit/record/offers.ts";
import { notify } from "#web/kit/Toasts.tsx";
import { Mappings } from "../mapping/Mappings.tsx";
import { Connection } from "./Connection.tsx";
import { providerCycle, providerKinds } from "./provider.labels.ts";
import type { ProviderRecord } from "./provider.model.ts";
import { TestResultPanel } from "./TestResultPanel.tsx";

const path = "/api/v1/sign-in-providers";

const beginTest = async (id: string) => {
  try {
    const { location } = await api<{ location: string }>(`${path}/${id}/actions/test`, {
      method: "POST",
      body: {},
    });
    window.location.assign(location);
  } catch (error) {
    notify.failed("The provider was not reached", error);
  }
};

const extra = ({ id, status }: ProviderRecord): ExtraAction[] =>
  status === "disabled"
    ? []
    : [
        {
          label: "Test",
          icon: <FlaskConical aria-hidden="true" />,
          onSelect: () => void beginTest(id),
        },
        {
          label: "Change",
          icon: <Pencil aria-hidden="true" />,
          to: pathTo("ssoProviderEdit", { id }),
        },
      ];

/** /sso-management/providers/:id: one provider, its test, its mapping. */
export default function ProviderPage() {
  const { id = "" } = useParams();
  return (
    <RecordPage<ProviderRecord>
      path={path}
      id={id}
      lifecycle={providerCycle}
      title={(provider) => provider.name}
      subtitle={(provider) => providerKinds[provider.kind]}
      extraActions={extra}
      tabs={[
        {
          id: "connection",
          label: "Connection",
          content: (provider) => (
            <div className="stack">
              <TestResultPanel provider={provider} />
              <Connection provider={provider} />
            </div>
          ),
        },
        {
          id: "mapping",
          label: "Mapping",
          content: (provider) => <Mappings provider={provider} />,
        },
      ]}
    />
  );
}
