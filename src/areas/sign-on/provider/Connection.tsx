import { useState } from "react";
import { formatInstant } from "#kernel/dates.ts";
import { useAgency } from "#web/auth/AuthProvider.tsx";
import { ConfirmDialog } from "#web/kit/ConfirmDialog.tsx";
import { useMutationAction } from "#web/kit/queries.ts";
import { Panel } from "#web/kit/states.tsx";
import { TextDialog } from "#web/kit/TextDialog.tsx";
import { notify } from "#web/kit/Toasts.tsx";
import { Fact, Facts } from "#web/kit/record/Facts.tsx";
import { arrivals } from "./provider.labels.ts";
import type { ProviderRecord, ShownCertificate } from "./provider.model.ts";

function Certificates({ provider }: { provider: ProviderRecord }) {
  const { timeZone } = useAgency();
  const [asked, setAsked] = useState<"add" | ShownCertificate | null>(null);
  const change = useMutationAction("sign-in-providers");
  const path = `/api/v1/sign-in-providers/${provider.id}/certificates`;
  const done = {
    onSuccess: () => notify.done("Certificates changed"),
    onError: (error: Error) => notify.failed("Nothing was changed", error),
    onSettled: () => setAsked(null),
  };
  const add = (certificate: string) =>
    change.mutate({ path, body: { certificate }, version: provider.version }, done);
  const remove = (one: ShownCertificate) =>
    change.mutate(
      { method: "DELETE", path: `${path}/${one.fingerprint}`, version: provider.version },
      done,
    );
  return (
    <Panel
      title="Certificates that it signs with"
      aside={
        <button type="button" className="btn btn-small" onClick={() => setAsked("add")}>
          Add a certificate
        </button>
      }
    >
      {provider.certificates.length === 0 && (
        <p className="text-t2">None yet: take in the provider&rsquo;s metadata under Change.</p>
      )}
      <ul className="grid gap-3">
        {provider.certificates.map((one) => (
          <li key={one.fingerprint} className="flex flex-wrap items-center gap-3">
            <div className="min-w-0 flex-1">
              <b className="font-medium">{one.subject}</b>
              <p className="text-13 text-t3">Ends {formatInstant(one.endsAt, timeZone)}</p>
              <p className="mono text-12 break-all text-t3">{one.fingerprint}</p>
            </div>
            <button type="button" className="btn btn-small" onClick={() => setAsked(one)}>
              Remove
            </button>
          </li>
        ))}
      </ul>
      {asked === "add" && (
        <TextDialog
          title="A further certificate"
          hint="Both count until you remove one, so that the provider can change over."
          label="Certificate, as PEM"
          confirm="Add"
          onClose={() => setAsked(null)}
          onConfirm={add}
        />
      )}
      {asked !== null && asked !== "add" && (
        <ConfirmDialog
          title="Believe this certificate no more?"
          description={`${asked.subject}: what is signed with it is refused from now on.`}
          confirm="Remove"
          onClose={() => setAsked(null)}
          onConfirm={() => remove(asked)}
        />
      )}
    </Panel>
  );
}

/** How the two sides are connected: what the provider's administrator types in, and what we know. */
export function Connection({ provider }: { provider: ProviderRecord }) {
  const { timeZone } = useAgency();
  const saml = provider.kind === "saml";
  return (
    <div className="stack">
      <Panel title="For the provider's administrator">
        <Facts>
          <Fact label={saml ? "Answers go to (ACS)" : "Redirect address"}>
            {provider.redirectAddress}
          </Fact>
          <Fact label="Our entity id and metadata">{provider.metadataAddress}</Fact>
          {provider.ownCertificate && (
            <Fact label="Our requests are signed until">
              {formatInstant(provider.ownCertificate.endsAt, timeZone)}
            </Fact>
          )}
        </Facts>
      </Panel>
      <Panel title="The provider">
        <Facts>
          <Fact label={saml ? "Entity id" : "Issuer"}>{provider.issuer || "not known yet"}</Fact>
          <Fact label="Requests go to">{provider.entryPoint}</Fact>
          <Fact label="Client id">{provider.clientId}</Fact>
          <Fact label="Client secret">{provider.hasSecret ? "Kept, sealed" : null}</Fact>
          <Fact label="Who comes for the first time">{arrivals[provider.arrival]}</Fact>
          <Fact label="Second factor">
            {provider.trustsSecondFactor
              ? `Believed where it says ${provider.secondFactorValues.join(" or ")}`
              : "Not believed: our own counts"}
          </Fact>
        </Facts>
      </Panel>
      {saml && <Certificates provider={provider} />}
    </div>
  );
}
