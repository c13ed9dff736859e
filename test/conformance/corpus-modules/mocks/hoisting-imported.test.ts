import { expect, it, jest } from '@jest/globals';
import { greet } from './src/greeter';

jest.mock('./src/name', () => ({ name: jest.fn(() => 'imported') }));

it('mocks with an imported jest', () => expect(greet()).toBe('hello imported'));
