import { useState } from "react";
import { formatInstant } from "#kernel/dates.ts";
import type { Instant } from "#kernel/time.ts";
import { useAgency } from "#web/auth/AuthProvider.tsx";
import { Dialog } from "#web/kit/overlays.tsx";
import { useGet, useMutationAction } from "#web/kit/queries.ts";
import { ErrorPanel } from "#web/kit/states.tsx";
import { notify } from "#web/kit/Toasts.tsx";

type Feed = { address: string | null; since: Instant | null };
const path = "/api/v1/me/deadline-feed";

const copied = (address: string) =>
  void navigator.clipboard
    .writeText(address)
    .then(() => notify.done("Copied!", "Address copied to clipboard"));

function Address({ address }: { address: string }) {
  return (
    <label className="field">
      <span className="label">Address for your calendar program</span>
      <span className="flex gap-2">
        <input className="field-control mono" readOnly value={address} />
        <button type="button" className="btn" onClick={() => copied(address)}>
          Copy
        </button>
      </span>
      <span className="hint">
        It is shown once. Whoever has it reads your deadlines, so keep it to yourself.
      </span>
    </label>
  );
}

/** The person's own deadlines in another calendar program: an address, a new one, none. */
export function FeedDialog({ onClose }: { onClose: () => void }) {
  const { timeZone } = useAgency();
  const feed = useGet<Feed>("deadlineFeed", path);
  const change = useMutationAction<Feed>("deadlineFeed");
  const [address, setAddress] = useState<string | null>(null);
  const ask = (method: "POST" | "DELETE") =>
    change.mutate(
      { path, method, body: {} },
      {
        onSuccess: (answer) => setAddress(answer.address),
        onError: (problem) => notify.failed("Nothing was changed", problem),
      },
    );
  return (
    <Dialog
      onClose={onClose}
      title="My deadlines in another calendar"
      description="A calendar program that subscribes to the address shows your open deadlines and follows every change."
    >
      <div className="grid gap-4">
        {feed.isError && <ErrorPanel error={feed.error} onRetry={() => void feed.refetch()} />}
        {address && <Address address={address} />}
        {feed.data?.since && !address && (
          <p>An address exists since {formatInstant(feed.data.since, timeZone)}.</p>
        )}
        <div className="flex flex-wrap gap-2">
          <button type="button" className="btn btn-primary" onClick={() => ask("POST")}>
            {feed.data?.since ? "New address, end the old one" : "Make an address"}
          </button>
          {feed.data?.since && (
            <button type="button" className="btn" onClick={() => ask("DELETE")}>
              End it
            </button>
          )}
        </div>
      </div>
    </Dialog>
  );
}
