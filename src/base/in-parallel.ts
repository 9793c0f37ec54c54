/**
 * Map items, a few at a time; the results are in their order.
 *
 * @param most limit of concurrent items
 * @throws the first error, after which no further item is begun
 */
export async function inParallel<Item, Result>(
  items: readonly Item[],
  most: number,
  map: (item: Item, index: number) => Promise<Result>,
): Promise<readonly Result[]> {
  const results: Result[] = [];
  let next = 0;
  const work = async (): Promise<void> => {
    while (next < items.length) {
      const index = next++;
      try {
        results[index] = await map(items[index] as Item, index);
      } catch (error) {
        next = items.length;
        throw error;
      }
    }
  };
  await Promise.all(Array.from({length: Math.min(most, items.length)}, work));
  return results;
}
