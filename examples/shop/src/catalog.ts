import type { Cents } from './money';

export interface Article {
  sku: string;
  title: string;
  price: Cents;
  /** Weight in grams. */
  weight: number;
}

/** The articles on sale, found by their SKU. */
export class Catalog {
  private readonly articles = new Map<string, Article>();

  add(article: Article): this {
    if (article.price < 0) throw new RangeError(`price of ${article.sku} is negative`);
    this.articles.set(article.sku, article);
    return this;
  }

  get(sku: string): Article {
    const article = this.articles.get(sku);
    if (!article) throw new Error(`no article ${sku}`);
    return article;
  }
}
