export function layExeParts(dist: string, folder: string): Promise<void>;
