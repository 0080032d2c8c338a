import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Link2, TriangleAlert } from "lucide-react";
import { useState } from "react";
import { useSearchParams } from "react-router";
import { refusalText } from "#areas/sign-on/sign-on.public.ts";
import { formatInstant } from "#kernel/dates.ts";
import type { Instant } from "#kernel/time.ts";
import { useAgency } from "#web/auth/AuthProvider.tsx";
import { api, messageOf } from "#web/kit/api.ts";
import { ErrorPanel, Panel } from "#web/kit/states.tsx";
import { notify } from "#web/kit/Toasts.tsx";
import { forgetLink, linkWaiting } from "./providerLink.ts";
import { useProof } from "./useProof.tsx";

type Mine = {
  id: string;
  name: string;
  agency: string;
  linkedAt: Instant | null;
  enforced: boolean;
};
const key = ["provider-links"];

const codeInAddress = () => new URLSearchParams(window.location.hash.slice(1)).get("sso_code");

/** Somebody came back from their provider and confirms that it may open this account. */
function Waiting({
  code,
  provider,
  proved,
  onDone,
}: {
  code: string;
  provider: string;
  proved: <T>(work: () => Promise<T>) => Promise<T>;
  onDone: () => void;
}) {
  const [failure, setFailure] = useState<string | null>(null);
  const link = async () => {
    try {
      const { provider: name } = await proved(() =>
        api<{ provider: string }>("/auth/v1/sso/links", { method: "POST", body: { code } }),
      );
      notify.done(`${name} opens your account now`);
      onDone();
    } catch (error) {
      setFailure(messageOf(error));
    }
  };
  return (
    <div className="notice tone-info" role="status">
      <Link2 aria-hidden="true" />
      <div>
        <strong>Link {provider} to your account?</strong>
        <p>Whoever signs in there as you then opens this account. You can end the link here.</p>
        {failure && <p className="text-danger">{failure}</p>}
        <p className="mt-2 flex gap-2">
          <button type="button" className="btn btn-primary" onClick={() => void link()}>
            Link it
          </button>
          <button type="button" className="btn" onClick={onDone}>
            Not now
          </button>
        </p>
      </div>
    </div>
  );
}

/** Providers of the person's agencies: link the account to one, or end a link. */
export function ProviderLinks() {
  const client = useQueryClient();
  const { timeZone } = useAgency();
  const [search] = useSearchParams();
  const [code, setCode] = useState(codeInAddress);
  const [waiting, setWaiting] = useState(linkWaiting);
  const { proved, question } = useProof();
  const list = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => api<{ items: Mine[] }>("/auth/v1/sso/links", { signal }),
  });
  const done = () => {
    forgetLink();
    setWaiting(null);
    setCode(null);
    window.history.replaceState(window.history.state, "", "/settings?tab=security");
    void client.invalidateQueries({ queryKey: key });
  };
  const begin = async (id: string) => {
    try {
      const { location } = await api<{ location: string }>(`/auth/v1/sso/links/${id}`, {
        method: "POST",
        body: {},
      });
      window.location.assign(location);
    } catch (error) {
      notify.failed("The provider was not reached", error);
    }
  };
  const end = async (id: string) => {
    try {
      await proved(() => api(`/auth/v1/sso/links/${id}`, { method: "DELETE" }));
      notify.done("The link has ended");
      await client.invalidateQueries({ queryKey: key });
    } catch (error) {
      notify.failed("The link stays", error);
    }
  };
  const items = list.data?.items ?? [];
  const open = code ?? waiting?.code;
  const failed = search.get("sso_error");
  if (list.isError) return <ErrorPanel error={list.error} what="Providers of your agency" />;
  if (items.length === 0 && !open && !failed) return null;
  return (
    <Panel title="Your agency's sign-in">
      <div className="stack">
        {failed && (
          <div className="notice tone-danger" role="alert">
            <TriangleAlert aria-hidden="true" />
            <p>{refusalText(failed)}</p>
          </div>
        )}
        {open && (
          <Waiting code={open} provider={waiting?.provider ?? "it"} proved={proved} onDone={done} />
        )}
        <ul className="grid gap-3">
          {items.map((one) => (
            <li key={one.id} className="flex flex-wrap items-center gap-3">
              <div className="min-w-0 flex-1">
                <b className="font-medium">{one.name}</b>
                <p className="text-13 text-t3">
                  {one.agency} ·{" "}
                  {one.linkedAt ? `linked ${formatInstant(one.linkedAt, timeZone)}` : "not linked"}
                  {one.enforced ? " · the only way into the agency" : ""}
                </p>
              </div>
              {one.linkedAt ? (
                <button type="button" className="btn" onClick={() => void end(one.id)}>
                  End the link
                </button>
              ) : (
                <button type="button" className="btn" onClick={() => void begin(one.id)}>
                  Link your account
                </button>
              )}
            </li>
          ))}
        </ul>
      </div>
      {question}
    </Panel>
  );
}
