/** The item that a dialog begins with, where it is opened from an item. */
export type Begun = { id: string; number: string; name: string; unit: string };
