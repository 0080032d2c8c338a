/** So many pixels the longer side of a kept picture has: a label can be read on it. */
const longest = 1600;

/**
 * A picture as base64 of a JPEG that a thin line carries, without its place and camera; rejects where the
 * browser cannot read it.
 */
export const shrunk = async (file: File): Promise<string> => {
  const bitmap = await createImageBitmap(file);
  const scale = Math.min(1, longest / Math.max(bitmap.width, bitmap.height));
  const canvas = document.createElement("canvas");
  canvas.width = Math.round(bitmap.width * scale);
  canvas.height = Math.round(bitmap.height * scale);
  canvas.getContext("2d")!.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  bitmap.close();
  return canvas.toDataURL("image/jpeg", 0.8).split(",")[1]!;
};

/** Where the device is now, or null where it does not tell. Asked once, when a delivery is handed over. */
export const positionNow = (): Promise<{
  latitude: number;
  longitude: number;
  accuracy: number | null;
} | null> =>
  new Promise((resolve) => {
    if (!navigator.geolocation) return resolve(null);
    navigator.geolocation.getCurrentPosition(
      ({ coords }) =>
        resolve({
          latitude: coords.latitude,
          longitude: coords.longitude,
          accuracy: Number.isFinite(coords.accuracy) ? coords.accuracy : null,
        }),
      () => resolve(null),
      { enableHighAccuracy: true, timeout: 15_000, maximumAge: 0 },
    );
  });
