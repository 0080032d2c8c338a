import { useEffect, useState } from "react";
import { useMedia } from "#web/kit/media.ts";
import { Panel } from "#web/kit/states.tsx";

/** Chromium's own question, kept until somebody presses *Install*. */
type InstallPrompt = Event & { prompt: () => Promise<unknown> };

let kept: InstallPrompt | null = null;
if (typeof window !== "undefined")
  window.addEventListener("beforeinstallprompt", (event) => {
    event.preventDefault();
    kept = event as InstallPrompt;
    window.dispatchEvent(new Event("levee:installable"));
  });

const isApple = (): boolean =>
  /iPhone|iPad/.test(navigator.userAgent) ||
  (/Macintosh/.test(navigator.userAgent) && navigator.maxTouchPoints > 1);

function OnApple() {
  return (
    <ol className="list-decimal pl-5 text-t2">
      <li>Open this page in Safari.</li>
      <li>
        Press <strong>Share</strong>, then <strong>Add to Home Screen</strong>.
      </li>
      <li>
        Open Levee from the home screen and enroll the device there: it has a store of its own.
      </li>
    </ol>
  );
}

/** How the app comes onto this device; says nothing once it is there. */
export function InstallPanel() {
  const installed = useMedia("(display-mode: standalone)");
  const [prompt, setPrompt] = useState(kept);
  useEffect(() => {
    const heard = () => setPrompt(kept);
    window.addEventListener("levee:installable", heard);
    return () => window.removeEventListener("levee:installable", heard);
  }, []);
  if (installed) return null;
  return (
    <Panel title="Install the app">
      {isApple() ? (
        <OnApple />
      ) : prompt ? (
        <>
          <p className="mb-4 text-t2">
            Installed, it opens from the home screen and the browser keeps its store.
          </p>
          <button type="button" className="btn" onClick={() => void prompt.prompt()}>
            Install
          </button>
        </>
      ) : (
        <p className="text-t2">
          In the menu of the browser, choose <strong>Install app</strong> or{" "}
          <strong>Add to home screen</strong>. It works here without that too.
        </p>
      )}
    </Panel>
  );
}
