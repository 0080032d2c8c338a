import { Download, Upload } from "lucide-react";
import { useState } from "react";
import { saveFile } from "#web/kit/bytes.ts";
import { notify } from "#web/kit/Toasts.tsx";
import type { BidDesk } from "./bid.model.ts";
import { sealingPlanFile } from "./seal-bid.ts";

/**
 * For whoever would not rely on the program that this server sends to the browser: the plan to seal
 * to, and the way back for the package.
 */
export function OfflineSeal({
  desk,
  busy,
  onPackage,
}: {
  desk: BidDesk;
  busy: boolean;
  onPackage: (file: File) => void;
}) {
  const [making, setMaking] = useState(false);
  const save = async () => {
    setMaking(true);
    try {
      const file = await sealingPlanFile(desk);
      saveFile(file.name, file.text, "application/json");
    } catch (error) {
      notify.failed("No sealing plan", error);
    } finally {
      setMaking(false);
    }
  };
  return (
    <details className="panel px-4 py-3">
      <summary className="cursor-pointer font-medium">Seal it offline instead</summary>
      <div className="mt-3 grid max-w-2xl gap-3">
        <p className="text-t2">
          What you type above is encrypted by a program that this server sends to your browser. To
          rely on less, seal on a computer without network; here you upload only what is sealed
          already.
        </p>
        <ol className="grid list-decimal gap-2 pl-5">
          <li>
            Save the sealing plan. It names the keys to seal to and what is asked; no price is in
            it.
          </li>
          <li>
            Take{" "}
            <a className="text-link underline" href="/api/v1/public/bid-seal.mjs">
              the program
            </a>{" "}
            (one file, needs Node and nothing else), fill in what it asks and seal:{" "}
            <a className="text-link underline" href="/documentation/bidding">
              how
            </a>
            .
          </li>
          <li>
            Compare the fingerprints that it prints with{" "}
            {desk.officers.length > 0 && desk.solicitation.protection === "sealed"
              ? "the officers"
              : desk.agency}{" "}
            by telephone, on a number that you did not get from this page.
          </li>
          <li>Upload the sealed package before the deadline. What counts is when it arrives.</li>
        </ol>
        <div className="flex flex-wrap gap-2">
          <button
            type="button"
            className="btn"
            aria-disabled={making || busy}
            onClick={() => {
              if (!making && !busy) void save();
            }}
          >
            <Download aria-hidden="true" />
            Sealing plan
          </button>
          <label className="btn">
            <Upload aria-hidden="true" />
            Upload the sealed package
            <input
              type="file"
              accept="application/json,.json"
              className="visually-hidden"
              disabled={busy}
              onChange={(event) => {
                const file = event.target.files?.[0];
                event.target.value = "";
                if (file) onPackage(file);
              }}
            />
          </label>
        </div>
        <p className="text-13 text-t3">
          A plan is good for one bid: after an addendum that changes it, or when an officer hands
          over, save a new one and seal again.
        </p>
      </div>
    </details>
  );
}
