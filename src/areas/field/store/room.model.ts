/** What is kept for text when photos have taken the rest, in bytes. */
export const textBytes = 5 * 1024 * 1024;
const warnedFrom = 0.7;
const photosUntil = 0.9;

/** What the browser says of its room, in bytes; null where it says nothing. */
export type Estimate = { usage: number; quota: number } | null;

/** How full the device is: `fine`, `warned` from 70 %, `full` for photos from 90 %. */
export const roomOf = (estimate: Estimate): "fine" | "warned" | "full" => {
  if (!estimate || estimate.quota <= 0) return "fine";
  const share = estimate.usage / estimate.quota;
  return share >= photosUntil ? "full" : share >= warnedFrom ? "warned" : "fine";
};

/** True where a photo of so many bytes leaves what text needs. */
export const photoFits = (estimate: Estimate, bytes: number): boolean => {
  if (!estimate || estimate.quota <= 0) return true;
  const after = estimate.usage + bytes;
  return after / estimate.quota < photosUntil && estimate.quota - after >= textBytes;
};
