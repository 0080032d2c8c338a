/** What a coming screen will do, and the nearest screen that works. */
export type Unbuilt = {
  does: readonly string[];
  nearest: readonly [label: string, to: string];
};
export type UnbuiltTexts = Readonly<Record<string, Unbuilt>>;
