// What this device can do, and what follows where it cannot.
import { readRoom } from "./photos.ts";
import { roomOf, type Estimate } from "./room.model.ts";

export interface Check {
  name: string;
  /** null: it is not known. */
  good: boolean | null;
  /** What it means for whoever works here. */
  said: string;
}

const percent = (estimate: Estimate): string =>
  estimate ? `${Math.round((estimate.usage / estimate.quota) * 100)} % of its room is used.` : "";

const roomCheck = async (): Promise<Check> => {
  const estimate = await readRoom();
  const room = roomOf(estimate);
  const rest = {
    fine: "There is room for captures and photos.",
    warned: "Send what waits before you take many photos.",
    full: "Photos are not taken any more; what you type is still saved.",
  }[room];
  return {
    name: "Room",
    good: estimate ? room === "fine" : null,
    said: estimate
      ? `${percent(estimate)} ${rest}`
      : "The browser does not say how much room it has.",
  };
};

const keptCheck = async (): Promise<Check> => {
  const kept = (await navigator.storage?.persisted?.().catch(() => null)) ?? null;
  return {
    name: "Kept storage",
    good: kept,
    said: kept
      ? "The browser keeps what is here until you take it away."
      : "The browser may clear what is here when it runs out of room. Install the app, and send what waits soon.",
  };
};

const allowed = async (name: "camera" | "geolocation"): Promise<PermissionState | null> => {
  const found = await navigator.permissions
    ?.query({ name: name as PermissionName })
    .catch(() => null);
  return found?.state ?? null;
};

const cameraCheck = async (): Promise<Check> => {
  const state = await allowed("camera");
  return {
    name: "Camera",
    good: state === null ? null : state !== "denied",
    said:
      state === "denied"
        ? "This site may not use the camera. Photos can still be picked from the device; allow the camera in the browser's settings of this site."
        : "Photos are taken by the device's own camera, in its full size.",
  };
};

const placeCheck = async (): Promise<Check> => {
  const here = "geolocation" in navigator;
  const state = here ? await allowed("geolocation") : "denied";
  return {
    name: "Place",
    good: state === null ? null : state !== "denied",
    said:
      state === "denied"
        ? "Captures say that they have no place, and why. Work is not sorted by distance."
        : "Captures carry the place where you were, with its accuracy.",
  };
};

const appCheck = async (): Promise<Check> => {
  const kept = (await globalThis.caches?.match("/__warm").catch(() => undefined)) !== undefined;
  return {
    name: "The app itself",
    good: kept,
    said: kept
      ? "It opens without a line."
      : "It is not kept on this device yet, and would not open without a line. Leave this page open with a connection for a minute.",
  };
};

/** What this device can do, in the order in which it matters. */
export const readChecks = (): Promise<Check[]> =>
  Promise.all([appCheck(), keptCheck(), roomCheck(), cameraCheck(), placeCheck()]);
