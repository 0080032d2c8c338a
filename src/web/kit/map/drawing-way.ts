const kept = "levee.map";

/** Whether the browser draws with the graphics card at all, software in its place included. */
export const hasGraphics = (): boolean => {
  const canvas = document.createElement("canvas");
  return canvas.getContext("webgl2") !== null;
};

/**
 * Whether maps are drawn with the graphics card: as chosen on this device, else where it draws
 * without falling back on software.
 */
export const drawsWithGraphics = (): boolean => {
  const chosen = localStorage.getItem(kept);
  if (chosen === "drawing") return false;
  const canvas = document.createElement("canvas");
  const careful = chosen !== "graphics";
  return canvas.getContext("webgl2", { failIfMajorPerformanceCaveat: careful }) !== null;
};

/** Keeps on this device how maps are drawn. */
export const chooseDrawing = (way: "graphics" | "drawing"): void => localStorage.setItem(kept, way);
